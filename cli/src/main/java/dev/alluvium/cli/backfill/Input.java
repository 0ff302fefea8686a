package dev.alluvium.cli.backfill;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** A file or standard input, unpacked if it is gzip, which its first bytes say. */
final class Input implements Closeable {

    /** How much of the beginning tells one source from another, in bytes. */
    private static final int HEAD_BYTES = 4096;

    private static final int BUFFER_BYTES = 64 * 1024;

    private final Counted counted;
    private final InputStream stream;
    private final String head;
    private final boolean packed;

    private Input(InputStream raw) throws IOException {
        counted = new Counted(raw);
        BufferedInputStream bytes = new BufferedInputStream(counted, BUFFER_BYTES);
        bytes.mark(2);
        packed = bytes.read() == 0x1f && bytes.read() == 0x8b;
        bytes.reset();
        stream =
                packed
                        ? new BufferedInputStream(
                                new GZIPInputStream(bytes, BUFFER_BYTES), BUFFER_BYTES)
                        : bytes;
        stream.mark(HEAD_BYTES);
        head = Hashes.hex(stream.readNBytes(HEAD_BYTES));
        stream.reset();
    }

    static Input open(Path file) throws IOException {
        InputStream raw = Files.newInputStream(file);
        try {
            return new Input(raw);
        } catch (IOException | RuntimeException e) {
            raw.close();
            throw e;
        }
    }

    static Input of(InputStream stream) throws IOException {
        return new Input(stream);
    }

    InputStream stream() {
        return stream;
    }

    boolean isPacked() {
        return packed;
    }

    /** A hash of the beginning, so that another content is not taken for this one. */
    String head() {
        return head;
    }

    /** Bytes taken from the file itself so far. */
    long bytesRead() {
        return counted.count;
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }

    /** Counts what is read from the file before it is unpacked. */
    private static final class Counted extends FilterInputStream {

        private long count;

        Counted(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int read = super.read();
            count += read < 0 ? 0 : 1;
            return read;
        }

        @Override
        public int read(byte[] buffer, int from, int length) throws IOException {
            int read = super.read(buffer, from, length);
            count += Math.max(0, read);
            return read;
        }

        @Override
        public long skip(long wanted) throws IOException {
            long skipped = super.skip(wanted);
            count += skipped;
            return skipped;
        }

        @Override
        public boolean markSupported() {
            return false;
        }
    }
}
