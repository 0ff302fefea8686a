package dev.alluvium.state.graph.read;

import java.time.Instant;

/**
 * Where on both time axes a reader wants the graph looked at, as far as it says.
 *
 * @param asOf valid time; null for now
 * @param knownAt known time; null for what is believed now
 * @param now the reader's clock
 */
public record When(Instant asOf, Instant knownAt, Instant now) {

    /** Now on both axes. */
    public static When now(Instant now) {
        return new When(null, null, now);
    }

    /**
     * The moment that is meant in a memory whose last write was known at {@code lastKnown}: now is
     * not before that, whose time a clock other than the reader's gave.
     */
    public Moment in(Instant lastKnown) {
        if (asOf != null) {
            return new Moment(asOf, knownAt);
        }
        return new Moment(now.isBefore(lastKnown) ? lastKnown : now, knownAt);
    }
}
