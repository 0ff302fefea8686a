package dev.alluvium.state.bitemporal;

import java.time.Instant;

/**
 * Word that a fact stopped being true.
 *
 * @param at the first instant at which it is not true any more
 * @param until where what it cut would have ended otherwise; null for never, and {@code at} where
 *     another value of its timeline had cut it before
 * @param by the id of the fact that superseded it; null where it only ended
 */
public record End(Instant at, Instant until, String by) {

    /** Whether what begins at an instant belonged to what was cut off. */
    public boolean cutOff(Instant from) {
        return !from.isBefore(at) && (until == null || from.isBefore(until));
    }
}
