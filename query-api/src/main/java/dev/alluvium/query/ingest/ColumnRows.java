package dev.alluvium.query.ingest;

import dev.alluvium.query.columns.RowSource;
import dev.alluvium.state.MemoryId;
import java.io.IOException;

/** The rows of an import that come as columns. */
final class ColumnRows implements ImportRows {

    private final RowSource rows;
    private final String app;
    private final String user;

    /**
     * @param app of the rows that name none, or null
     * @param user of the rows that name none, or null
     */
    ColumnRows(RowSource rows, String app, String user) {
        this.rows = rows;
        this.app = app;
        this.user = user;
    }

    @Override
    public boolean next() throws IOException {
        return rows.next();
    }

    @Override
    public long number() {
        return rows.number();
    }

    @Override
    public ImportRow read(MemoryId recent) {
        return ImportRow.read(rows.row(), app, user, recent);
    }

    @Override
    public int bytes() {
        return rows.bytes();
    }
}
