package dev.alluvium.cli.backfill;

import java.io.IOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * Prepares the next chunk while the one before is on its way: a thread of its own reads and shapes,
 * one other thread takes. At most three chunks are in memory.
 */
final class ChunkReader implements AutoCloseable {

    private final BlockingQueue<Prepared> queue = new ArrayBlockingQueue<>(1);
    private final LineSource source;
    private final RowShape shape;
    private final Thread thread;

    ChunkReader(LineSource source, RowShape shape) {
        this.source = source;
        this.shape = shape;
        thread = new Thread(this::prepare, "alluvium-backfill-reader");
        thread.setDaemon(true);
        thread.start();
    }

    /** A chunk, or why there is none. */
    private record Prepared(Chunk chunk, Exception failure) {}

    Chunk next() throws IOException, InterruptedException {
        Prepared prepared = queue.take();
        if (prepared.failure() instanceof IOException failure) {
            throw failure;
        }
        if (prepared.failure() instanceof RuntimeException failure) {
            throw failure;
        }
        return prepared.chunk();
    }

    /** Stops reading; a read from a terminal or a pipe may go on until its next line. */
    @Override
    public void close() {
        thread.interrupt();
    }

    private void prepare() {
        try {
            Chunk chunk;
            do {
                chunk = Chunk.read(source, shape);
                queue.put(new Prepared(chunk, null));
            } while (!chunk.isEnd());
        } catch (IOException | RuntimeException | Error e) {
            // Whoever takes the next chunk must learn of it, whatever it is.
            try {
                queue.put(
                        new Prepared(
                                null,
                                e instanceof Exception failure
                                        ? failure
                                        : new IllegalStateException(e)));
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
