package dev.alluvium.cli.backfill;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.query.columns.ReadyValues;
import dev.alluvium.query.columns.RowSource;
import dev.alluvium.state.json.InvalidInputException;
import dev.alluvium.state.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.LongSupplier;

/** The rows of a file of columns as lines in the shape of an import. */
final class ColumnLines implements LineSource {

    private static final byte[] NO_ROW = "{}".getBytes(StandardCharsets.US_ASCII);

    private final RowSource rows;
    private final LongSupplier bytesRead;
    private final long first;

    /**
     * Begins at the row {@code first}.
     *
     * @param bytesRead of the file so far
     */
    ColumnLines(RowSource rows, LongSupplier bytesRead, long first) {
        this.rows = rows;
        this.bytesRead = bytesRead;
        this.first = first;
    }

    @Override
    public Line next() throws IOException {
        do {
            if (!rows.next()) {
                return null;
            }
        } while (rows.number() < first);
        try {
            ObjectNode row = ReadyValues.plain(rows.row());
            return new Line(rows.number(), 0, Json.bytes(row), 0);
        } catch (InvalidInputException e) {
            return new Line(rows.number(), 0, NO_ROW, 0, e.getMessage());
        }
    }

    @Override
    public long bytesRead() {
        return bytesRead.getAsLong();
    }

    @Override
    public void close() throws IOException {
        rows.close();
    }
}
