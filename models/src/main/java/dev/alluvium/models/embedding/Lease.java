package dev.alluvium.models.embedding;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One holder's claim on something that several share in this JVM: what it holds lives until the
 * last claim is closed.
 *
 * @param <T> the shared thing
 */
public final class Lease<T> implements AutoCloseable {

    private final T value;
    private final Runnable release;
    private final AtomicBoolean open = new AtomicBoolean(true);

    Lease(T value, Runnable release) {
        this.value = value;
        this.release = release;
    }

    /**
     * The shared thing.
     *
     * @throws IllegalStateException if this lease is closed
     */
    public T get() {
        if (!open.get()) {
            throw new IllegalStateException("this lease of " + value + " is closed");
        }
        return value;
    }

    /** Gives the claim back; idempotent. */
    @Override
    public void close() {
        if (open.compareAndSet(true, false)) {
            release.run();
        }
    }
}
