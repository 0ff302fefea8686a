package dev.alluvium.bench.retrieval;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** How old the records of a conversation are when they are asked about. */
enum Ages {
    /** All of now, as after an import that names no times. */
    NEW,
    /** As the conversation says, a day after its last turn. */
    DATED,
    /** All so old that recency adds nothing. */
    OLD;

    /** Far more than the half-life of recency. */
    private static final Duration LONG_AGO = Duration.ofDays(20 * 365);

    Instant of(Instant said, Instant now) {
        return switch (this) {
            case NEW -> now;
            case DATED -> said;
            case OLD -> now.minus(LONG_AGO);
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
