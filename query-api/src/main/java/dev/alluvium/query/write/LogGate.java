package dev.alluvium.query.write;

import dev.alluvium.query.log.AppendFailedException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Lets only so many requests wait for the log at once: while it acknowledges nothing, the threads
 * that are left go on answering reads, and further writes are refused at once. Any thread.
 */
final class LogGate {

    /** A log that is well acknowledges many writes in this time. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final int most;
    private final Semaphore free;
    private volatile long progress;

    LogGate(int most) {
        this.most = most;
        free = new Semaphore(most);
    }

    /** Takes a place. */
    void enter() {
        if (free.availablePermits() == most) {
            progress = System.nanoTime();
        }
        if (!free.tryAcquire() && (isStalled() || !acquire())) {
            throw new AppendFailedException(
                    "%d writes wait for the log already, which acknowledges none now; this one was not sent, repeat it in a moment"
                            .formatted(most),
                    null);
        }
    }

    /** Gives the place back. */
    void leave(boolean acknowledged) {
        if (acknowledged) {
            progress = System.nanoTime();
        }
        free.release();
    }

    private boolean isStalled() {
        return System.nanoTime() - progress > PATIENCE.toNanos();
    }

    private boolean acquire() {
        try {
            return free.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
