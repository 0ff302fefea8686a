package dev.alluvium.cli.backfill;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Reads lines of bytes with bounded memory: a line that is too long is skipped to its end and only
 * its beginning kept.
 */
final class JsonLines implements LineSource {

    /** Longest line, in bytes, which is what an import takes. */
    static final int MAX_LINE_BYTES = 4 * 1024 * 1024;

    private static final int KEPT_OF_TOO_LONG = 1000;
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private final Input input;
    private final InputStream in;
    private final byte[] buffer = new byte[64 * 1024];
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private int at;
    private int end;
    private long offset;
    private long number;

    /** Begins at the line {@code number}, which starts at the byte {@code start}. */
    JsonLines(Input input, long number, long start) throws IOException {
        this.input = input;
        this.in = input.stream();
        this.number = number - 1;
        this.offset = start;
        in.skipNBytes(start);
    }

    @Override
    public Line next() throws IOException {
        long start = offset;
        long length = 0;
        line.reset();
        boolean ended = false;
        while (!ended) {
            if (at == end) {
                end = Math.max(0, in.read(buffer));
                at = 0;
                if (end == 0) {
                    break;
                }
            }
            int stop = at;
            while (stop < end && buffer[stop] != '\n') {
                stop++;
            }
            int kept = (int) Math.min(stop - at, MAX_LINE_BYTES + 1L - line.size());
            line.write(buffer, at, kept);
            length += stop - at;
            ended = stop < end;
            offset += stop - at + (ended ? 1 : 0);
            at = ended ? stop + 1 : stop;
        }
        if (!ended && length == 0) {
            return null;
        }
        number++;
        return length > MAX_LINE_BYTES
                ? new Line(number, start, beginning(), length)
                : new Line(number, start, text(start), 0);
    }

    @Override
    public long bytesRead() {
        return input.bytesRead();
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    private byte[] beginning() {
        return Arrays.copyOf(line.toByteArray(), KEPT_OF_TOO_LONG);
    }

    private byte[] text(long start) {
        byte[] all = line.toByteArray();
        int from = start == 0 && startsWithMark(all) ? BYTE_ORDER_MARK.length : 0;
        int to = all.length > from && all[all.length - 1] == '\r' ? all.length - 1 : all.length;
        return from == 0 && to == all.length ? all : Arrays.copyOfRange(all, from, to);
    }

    private static boolean startsWithMark(byte[] bytes) {
        return bytes.length >= BYTE_ORDER_MARK.length
                && Arrays.equals(
                        bytes,
                        0,
                        BYTE_ORDER_MARK.length,
                        BYTE_ORDER_MARK,
                        0,
                        BYTE_ORDER_MARK.length);
    }
}
