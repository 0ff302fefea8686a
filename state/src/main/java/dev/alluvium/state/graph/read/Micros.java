package dev.alluvium.state.graph.read;

import java.time.Instant;

/**
 * Instants as numbers that are compared fast: microseconds since the epoch, rounded down. Of two
 * that are equal the instants may still differ.
 */
final class Micros {

    static final long NEVER = Long.MAX_VALUE;

    private Micros() {}

    static long of(Instant at) {
        try {
            return Math.addExact(
                    Math.multiplyExact(at.getEpochSecond(), 1_000_000L), at.getNano() / 1000);
        } catch (ArithmeticException e) {
            return at.getEpochSecond() < 0 ? Long.MIN_VALUE : NEVER;
        }
    }

    /** Of an end, which is never where it is null. */
    static long ofEnd(Instant end) {
        return end == null ? NEVER : of(end);
    }
}
