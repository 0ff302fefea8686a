package dev.alluvium.state.bitemporal;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * All versions of one fact, in the order they became known. Those believed at one known time do not
 * overlap in valid time.
 */
public record History<T>(List<Version<T>> versions) {

    public History {
        versions = List.copyOf(versions);
    }

    public static <T> History<T> empty() {
        return new History<>(List.of());
    }

    /**
     * The history after the memory came to believe that the fact holds at exactly these intervals.
     * Versions that say so already stay; all other believed ones are closed, and what is new is
     * added. A version that was believed for no time at all is not kept.
     *
     * @param reason why the closed ones are
     */
    public History<T> believing(T content, List<Interval> valid, Instant known, String reason) {
        List<Version<T>> next = new ArrayList<>(versions.size() + 1);
        Set<Interval> missing = new LinkedHashSet<>(valid);
        for (Version<T> version : versions) {
            if (!version.isBelieved()
                    || version.content().equals(content) && missing.remove(version.valid())) {
                next.add(version);
                continue;
            }
            Interval closed = version.known().until(known);
            if (closed != null) {
                next.add(new Version<>(version.content(), version.valid(), closed, reason));
            }
        }
        for (Interval interval : missing) {
            if (!reopened(next, content, interval, known)) {
                next.add(new Version<>(content, interval, Interval.since(known), null));
            }
        }
        return new History<>(next);
    }

    /** Takes back that a version was closed, where that was only just now. */
    private static <T> boolean reopened(
            List<Version<T>> versions, T content, Interval valid, Instant known) {
        for (int i = versions.size() - 1; i >= 0; i--) {
            Version<T> version = versions.get(i);
            if (known.equals(version.known().to())
                    && version.valid().equals(valid)
                    && version.content().equals(content)) {
                Interval open = Interval.since(version.known().from());
                versions.set(i, new Version<>(content, valid, open, null));
                return true;
            }
        }
        return false;
    }

    /** The version that holds at the instants, or null. {@code knownAt} null is now. */
    public Version<T> at(Instant asOf, Instant knownAt) {
        for (int i = versions.size() - 1; i >= 0; i--) {
            if (versions.get(i).holds(asOf, knownAt)) {
                return versions.get(i);
            }
        }
        return null;
    }

    public boolean isBelieved() {
        return versions.stream().anyMatch(Version::isBelieved);
    }

    /** When the fact holds, as believed now: in order, not overlapping, maybe none. */
    public List<Interval> believed() {
        return versions.stream()
                .filter(Version::isBelieved)
                .map(Version::valid)
                .sorted((one, other) -> one.from().compareTo(other.from()))
                .toList();
    }
}
