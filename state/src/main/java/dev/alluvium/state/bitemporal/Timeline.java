package dev.alluvium.state.bitemporal;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Where the values of something single-valued begin, such as where somebody lives: a value ends at
 * the latest where the next other value begins. A long timeline is parted into pages, which are
 * timelines as well.
 *
 * @param marks in their order; none where there are pages
 * @param pages in the order of their marks; none where there are marks
 */
public record Timeline(List<Mark> marks, List<Page> pages) {

    public static final Timeline EMPTY = of(List.of());

    public Timeline {
        marks = List.copyOf(marks);
        pages = List.copyOf(pages);
    }

    public static Timeline of(List<Mark> marks) {
        return new Timeline(marks, List.of());
    }

    public static Timeline ofPages(List<Page> pages) {
        return new Timeline(List.of(), pages);
    }

    /**
     * The beginning of one statement.
     *
     * @param value orders values that begin and became known together
     * @param fact the fact that holds from here on
     */
    public record Mark(Instant from, Instant known, String value, long fact)
            implements Comparable<Mark> {

        /** By the fields in turn; written out, since long timelines compare very many. */
        @Override
        public int compareTo(Mark other) {
            int order = from.compareTo(other.from);
            if (order == 0) {
                order = known.compareTo(other.known);
            }
            if (order == 0) {
                order = value.compareTo(other.value);
            }
            return order == 0 ? Long.compare(fact, other.fact) : order;
        }
    }

    /**
     * A part of a timeline.
     *
     * @param first no mark on it is less, but on the first page
     */
    public record Page(Mark first, long number) {}

    public Timeline with(Mark mark) {
        int at = Collections.binarySearch(marks, mark);
        if (at >= 0) {
            return this;
        }
        List<Mark> next = new ArrayList<>(marks);
        next.add(-at - 1, mark);
        return of(next);
    }

    public Timeline without(Mark mark) {
        int at = Collections.binarySearch(marks, mark);
        if (at < 0) {
            return this;
        }
        List<Mark> next = new ArrayList<>(marks);
        next.remove(at);
        return of(next);
    }

    /** The first mark greater than {@code mark} that is another fact's, or null. */
    public Mark next(Mark mark) {
        int at = Collections.binarySearch(marks, mark);
        for (int i = at < 0 ? -at - 1 : at + 1; i < marks.size(); i++) {
            if (marks.get(i).fact() != mark.fact()) {
                return marks.get(i);
            }
        }
        return null;
    }

    /** The greatest mark less than {@code mark}, or null. */
    public Mark previous(Mark mark) {
        int at = Collections.binarySearch(marks, mark);
        int before = (at < 0 ? -at - 1 : at) - 1;
        return before < 0 ? null : marks.get(before);
    }

    /** The index of the page where a mark has its place. */
    public int page(Mark mark) {
        int low = 0;
        int high = pages.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (pages.get(middle).first().compareTo(mark) <= 0) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }
}
