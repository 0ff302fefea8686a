package dev.alluvium.state.bitemporal;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * A half-open span of time: {@code from} belongs to it, {@code to} does not. An interval that holds
 * no instant does not exist.
 *
 * @param to null while there is no end
 */
public record Interval(Instant from, Instant to) {

    private static final Comparator<Interval> BY_START = Comparator.comparing(Interval::from);

    public Interval {
        Objects.requireNonNull(from, "from");
        if (to != null && !from.isBefore(to)) {
            throw new IllegalArgumentException(
                    "the end " + to + " is not after the start " + from + "; give a later end");
        }
    }

    /** From an instant on, without end. */
    public static Interval since(Instant from) {
        return new Interval(from, null);
    }

    /** The interval between two instants, or null if it would hold none. */
    public static Interval between(Instant from, Instant to) {
        return to == null || from.isBefore(to) ? new Interval(from, to) : null;
    }

    public boolean isOpen() {
        return to == null;
    }

    public boolean contains(Instant at) {
        return !at.isBefore(from) && (to == null || at.isBefore(to));
    }

    /** Whether every instant of {@code other} is one of this. */
    public boolean covers(Interval other) {
        return !other.from.isBefore(from) && earlier(other.to, to) == other.to;
    }

    /** What both have, or null. */
    public Interval intersection(Interval other) {
        Instant start = from.isAfter(other.from) ? from : other.from;
        return between(start, earlier(to, other.to));
    }

    /** What is left of this before an end; null if nothing is, all if the end is null. */
    public Interval until(Instant end) {
        return between(from, earlier(to, end));
    }

    /** The earlier of two ends, of which null is the latest. */
    public static Instant earlier(Instant one, Instant other) {
        return one == null || other != null && other.isBefore(one) ? other : one;
    }

    /** The fewest intervals that hold the same instants, in order; those that touch become one. */
    public static List<Interval> union(List<Interval> intervals) {
        if (intervals.size() < 2) {
            return List.copyOf(intervals);
        }
        List<Interval> sorted = intervals.stream().sorted(BY_START).toList();
        List<Interval> union = new ArrayList<>();
        Interval open = sorted.get(0);
        for (Interval next : sorted.subList(1, sorted.size())) {
            if (open.to != null && open.to.isBefore(next.from)) {
                union.add(open);
                open = next;
            } else if (earlier(open.to, next.to) == open.to) {
                open = new Interval(open.from, next.to);
            }
        }
        union.add(open);
        return List.copyOf(union);
    }
}
