package dev.alluvium.state.bitemporal;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Where the values of something single-valued begin, such as where somebody lives: a value ends at
 * the latest where the next other value begins.
 *
 * @param marks in their order
 */
public record Timeline(List<Mark> marks) {

    public static final Timeline EMPTY = new Timeline(List.of());

    public Timeline {
        marks = List.copyOf(marks);
    }

    /**
     * The beginning of one statement.
     *
     * @param value orders values that begin and became known together
     * @param fact the fact that holds from here on
     */
    public record Mark(Instant from, Instant known, String value, long fact)
            implements Comparable<Mark> {

        private static final Comparator<Mark> ORDER =
                Comparator.comparing(Mark::from)
                        .thenComparing(Mark::known)
                        .thenComparing(Mark::value)
                        .thenComparingLong(Mark::fact);

        @Override
        public int compareTo(Mark other) {
            return ORDER.compare(this, other);
        }
    }

    public Timeline with(Mark mark) {
        int at = Collections.binarySearch(marks, mark);
        if (at >= 0) {
            return this;
        }
        List<Mark> next = new ArrayList<>(marks);
        next.add(-at - 1, mark);
        return new Timeline(next);
    }

    public Timeline without(Mark mark) {
        int at = Collections.binarySearch(marks, mark);
        if (at < 0) {
            return this;
        }
        List<Mark> next = new ArrayList<>(marks);
        next.remove(at);
        return new Timeline(next);
    }

    /** Where a statement's value is ended by another; null where none follows. */
    public Instant end(Mark mark) {
        int at = Collections.binarySearch(marks, mark);
        for (int i = at < 0 ? -at - 1 : at + 1; i < marks.size(); i++) {
            if (marks.get(i).fact() != mark.fact()) {
                return marks.get(i).from();
            }
        }
        return null;
    }

    /** The facts whose end may move when a mark comes or goes here, besides its own. */
    public Set<Long> before(Mark mark) {
        Set<Long> facts = new TreeSet<>();
        int at = Collections.binarySearch(marks, mark);
        int before = (at < 0 ? -at - 1 : at) - 1;
        if (before >= 0) {
            facts.add(marks.get(before).fact());
        }
        return facts;
    }
}
