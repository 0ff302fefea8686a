package dev.alluvium.query.ingest;

import dev.alluvium.query.http.Body;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A body that was written to a file, for a format that is not read from beginning to end; the file
 * goes with it.
 */
record SpooledBody(Path file) implements Closeable {

    private static final int BUFFER_BYTES = 64 * 1024;

    /** Writes the body; refuses one of more bytes with 413. */
    static SpooledBody of(InputStream in, long maxBytes) throws IOException {
        SpooledBody body = new SpooledBody(Files.createTempFile("alluvium-import", ".parquet"));
        try (OutputStream out = Files.newOutputStream(body.file)) {
            byte[] buffer = new byte[BUFFER_BYTES];
            long bytes = 0;
            for (int read; (read = in.read(buffer)) >= 0; ) {
                bytes += read;
                if (bytes > maxBytes) {
                    throw Body.refusedAsTooLarge(
                            "a body of Parquet has at most "
                                    + maxBytes
                                    + " bytes here; split it, use alluvium backfill, or send a stream of Arrow");
                }
                out.write(buffer, 0, read);
            }
            return body;
        } catch (IOException | RuntimeException e) {
            body.close();
            throw e;
        }
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(file);
    }
}
