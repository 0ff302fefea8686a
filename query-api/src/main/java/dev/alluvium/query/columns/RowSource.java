package dev.alluvium.query.columns;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.Closeable;
import java.io.IOException;

/** Rows that come as columns, one after the other. For one thread, which also closes it. */
public interface RowSource extends Closeable {

    /** Goes to the next row; false at the end. */
    boolean next() throws IOException;

    /** The number of the row, from 1. */
    long number();

    /**
     * The row as a line of an import: {@code {"app", "user", "record": {…}}}. Times and vectors are
     * as {@link dev.alluvium.state.json.Fields} takes them, ready; {@link ReadyValues} writes them
     * out. Throws {@link dev.alluvium.state.json.InvalidInputException} where the row can be none.
     */
    ObjectNode row();

    /** About how large the row given last is, in bytes. */
    int bytes();
}
