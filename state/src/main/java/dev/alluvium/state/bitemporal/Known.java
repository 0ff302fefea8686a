package dev.alluvium.state.bitemporal;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A value and when the memory believed it, for what has no time in the world, such as a name. */
public record Known<T>(T value, Interval known) {

    public static <T> Known<T> since(T value, Instant from) {
        return new Known<>(value, Interval.since(from));
    }

    public boolean isBelieved() {
        return known.isOpen();
    }

    /**
     * @param knownAt null for now
     */
    public boolean isKnownAt(Instant knownAt) {
        return knownAt == null ? known.isOpen() : known.contains(knownAt);
    }

    /** The values with one added. */
    public static <T> List<Known<T>> add(List<Known<T>> values, T value, Instant at) {
        List<Known<T>> next = new ArrayList<>(values);
        next.add(since(value, at));
        return List.copyOf(next);
    }

    /** The values with every believed one equal to {@code value} closed. */
    public static <T> List<Known<T>> close(List<Known<T>> values, T value, Instant at) {
        List<Known<T>> next = new ArrayList<>(values.size());
        for (Known<T> each : values) {
            Interval known = each.known;
            if (each.isBelieved() && each.value.equals(value)) {
                known = Interval.between(known.from(), at);
            }
            if (known != null) {
                next.add(new Known<>(each.value, known));
            }
        }
        return List.copyOf(next);
    }

    /** The last value believed at an instant, or null. */
    public static <T> T at(List<Known<T>> values, Instant knownAt) {
        for (int i = values.size() - 1; i >= 0; i--) {
            if (values.get(i).isKnownAt(knownAt)) {
                return values.get(i).value;
            }
        }
        return null;
    }
}
