package dev.alluvium.query.deep;

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One of the deep recalls that may be under way in a server. It is held by the recall and by each
 * of its questions to the model, and free when all have left: a question that was given up but does
 * not end keeps its place, so that hanging threads are bounded too. Any thread may leave.
 */
final class Place {

    private final Semaphore places;
    private final AtomicInteger holders = new AtomicInteger(1);

    private Place(Semaphore places) {
        this.places = places;
    }

    /** A place held once, or null where all are taken. */
    static Place take(Semaphore places) {
        return places.tryAcquire() ? new Place(places) : null;
    }

    /** Holds it once more, until what is answered is run, the first time. */
    Runnable enter() {
        holders.incrementAndGet();
        AtomicBoolean hasLeft = new AtomicBoolean();
        return () -> {
            if (hasLeft.compareAndSet(false, true)) {
                leave();
            }
        };
    }

    void leave() {
        if (holders.decrementAndGet() == 0) {
            places.release();
        }
    }
}
