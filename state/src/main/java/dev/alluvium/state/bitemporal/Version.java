package dev.alluvium.state.bitemporal;

import java.time.Instant;

/**
 * A rectangle on both axes: what was believed, when it is true and when that was believed.
 *
 * @param ended why it is believed no longer, or null
 */
public record Version<T>(T content, Interval valid, Interval known, String ended) {

    public boolean isBelieved() {
        return known.isOpen();
    }

    /**
     * @param knownAt null for now
     */
    public boolean isKnownAt(Instant knownAt) {
        return knownAt == null ? known.isOpen() : known.contains(knownAt);
    }

    /**
     * @param knownAt null for now
     */
    public boolean holds(Instant asOf, Instant knownAt) {
        return isKnownAt(knownAt) && valid.contains(asOf);
    }
}
