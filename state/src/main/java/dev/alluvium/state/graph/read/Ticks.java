package dev.alluvium.state.graph.read;

import java.time.Instant;

/**
 * Instants as numbers that are compared fast: twice the microseconds since the epoch, rounded down,
 * and one more where that is not all of the instant. So equal even numbers are equal instants, and
 * only of equal odd ones the instants themselves must be asked.
 */
final class Ticks {

    static final long NEVER = Long.MAX_VALUE - 1;

    private static final long FARTHEST_SECOND = NEVER / 2_000_000 - 1;

    private Ticks() {}

    static long of(Instant at) {
        long second = at.getEpochSecond();
        if (Math.abs(second) >= FARTHEST_SECOND) {
            // Beyond all instants that can be given: odd, so that the instant is asked.
            return second < 0 ? -NEVER - 1 : NEVER - 1;
        }
        long micros = second * 1_000_000 + at.getNano() / 1000;
        return 2 * micros + (at.getNano() % 1000 == 0 ? 0 : 1);
    }

    /** Of an end, which is never where it is null. */
    static long ofEnd(Instant end) {
        return end == null ? NEVER : of(end);
    }

    static boolean isExact(long ticks) {
        return (ticks & 1) == 0;
    }
}
