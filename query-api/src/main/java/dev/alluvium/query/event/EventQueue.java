package dev.alluvium.query.event;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Events on their way to one client. Publishers offer and never wait; when the client is so slow
 * that the queue is full, it ends. One thread takes.
 */
public final class EventQueue {

    private static final int CAPACITY = 1_000;

    private final BlockingQueue<FeedEvent> events = new ArrayBlockingQueue<>(CAPACITY);
    private volatile boolean ended;
    private volatile Thread taker;

    public void offer(FeedEvent event) {
        if (!ended && !events.offer(event)) {
            ended = true;
        }
    }

    /** The next event; null if none came in time or the queue has ended and is empty. */
    public FeedEvent next(Duration wait) {
        FeedEvent queued = events.poll();
        if (queued != null || ended) {
            return queued;
        }
        taker = Thread.currentThread();
        try {
            return ended ? null : events.poll(wait.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            ended = true;
            return null;
        } finally {
            taker = null;
        }
    }

    public boolean ended() {
        return ended;
    }

    /** Ends the queue and wakes its taker. */
    public void close() {
        ended = true;
        Thread waiting = taker;
        if (waiting != null) {
            waiting.interrupt();
        }
    }
}
