package dev.alluvium.cli.backfill;

import java.util.List;

/** Makes of each line the rows of an import that it stands for. Used by one thread. */
interface RowShape {

    /** One row or more; throws {@link RefusedLineException} where the line can be none. */
    List<Row> rows(Line line) throws RefusedLineException;

    /** The kind of the lines that name none, once it is known; else null. */
    Kind kind();
}
