package dev.alluvium.cli.backfill;

import dev.alluvium.state.MemoryId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Consecutive lines of a source that go to the server in one request, with those among them that
 * cannot go.
 *
 * @param rows what is sent, in order
 * @param numbers of the rows' lines
 * @param refused lines that are not sent
 * @param last the last line, sent or not; null where the source has ended before it
 * @param kind of lines that name none, if it is known by now
 * @param bytesRead of the file, with this chunk
 */
record Chunk(
        List<byte[]> rows,
        List<Long> numbers,
        List<Rejection> refused,
        Set<MemoryId> memories,
        Line last,
        Kind kind,
        long bytesRead) {

    /** Most rows of a request. */
    static final int MAX_ROWS = 5_000;

    /** A request ends with the row that reaches this many bytes. */
    static final int FULL_BYTES = 4 * 1024 * 1024;

    /** Reads the next chunk; one without a last line is the end. */
    static Chunk read(LineSource source, RowShape shape) throws IOException {
        List<byte[]> rows = new ArrayList<>();
        List<Long> numbers = new ArrayList<>();
        List<Rejection> refused = new ArrayList<>();
        Set<MemoryId> memories = new LinkedHashSet<>();
        Line last = null;
        long bytes = 0;
        while (rows.size() < MAX_ROWS && bytes < FULL_BYTES && refused.size() < MAX_ROWS) {
            Line line = source.next();
            if (line == null) {
                break;
            }
            last = line;
            if (line.isBlank()) {
                continue;
            }
            try {
                for (Row row : shape.rows(line)) {
                    rows.add(row.json());
                    numbers.add(line.number());
                    memories.add(row.memory());
                    bytes += row.json().length;
                }
            } catch (RefusedLineException e) {
                refused.add(new Rejection(line.number(), e.getMessage(), line.bytes()));
                bytes += line.bytes().length;
            }
        }
        return new Chunk(rows, numbers, refused, memories, last, shape.kind(), source.bytesRead());
    }

    boolean isEnd() {
        return last == null;
    }
}
