package dev.alluvium.models.provider;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How often, and after what pause, a call is tried again that may succeed the next time.
 *
 * @param most tries after the first; 0 for none
 * @param firstPause before the first of them; it doubles from one to the next
 * @param longestPause where the doubling ends
 */
public record Retries(int most, Duration firstPause, Duration longestPause) {

    public Retries {
        if (most < 0) {
            throw new IllegalArgumentException("retries " + most + " is below 0, which is none");
        }
        if (firstPause.isNegative() || firstPause.compareTo(longestPause) > 0) {
            throw new IllegalArgumentException(
                    "first pause " + firstPause + " is not in [0, " + longestPause + "]");
        }
    }

    /** So many, half a second apart at first and half a minute at most. */
    public static Retries of(int most) {
        return new Retries(most, Duration.ofMillis(500), Duration.ofSeconds(30));
    }

    /**
     * The pause after the n-th failure, counted from 0: at random between half and all of what is
     * due, so that those who failed together do not come back together.
     */
    Duration pause(int failures) {
        long due = firstPause.toNanos();
        for (int i = 0; i < failures && due < longestPause.toNanos(); i++) {
            due *= 2;
        }
        due = Math.min(due, longestPause.toNanos());
        return Duration.ofNanos(due / 2 + ThreadLocalRandom.current().nextLong(due / 2 + 1));
    }
}
