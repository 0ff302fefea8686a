package dev.alluvium.models.provider;

import java.time.Duration;

/** The moment at which a call must have ended, whatever it had to do again until then. */
public record Deadline(long nanoTime) {

    /** The moment that lies so far ahead of now. */
    public static Deadline in(Duration time) {
        return new Deadline(System.nanoTime() + time.toNanos());
    }

    /** The one of both that comes first. */
    public Deadline earlier(Deadline other) {
        return nanoTime - other.nanoTime <= 0 ? this : other;
    }

    /** What is left; zero when it has passed. */
    public Duration left() {
        return Duration.ofNanos(Math.max(0, nanoTime - System.nanoTime()));
    }
}
