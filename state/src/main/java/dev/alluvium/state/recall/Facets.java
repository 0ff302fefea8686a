package dev.alluvium.state.recall;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Numbers the distinct facets of a memory. One thread writes; what {@link #list} gave may be read
 * by any thread up to the {@link #count} of that moment, since numbers are only added.
 */
final class Facets {

    /** The number of no facet, which no query accepts: a slot without a record has it. */
    static final int NONE = 0;

    private static final int BYTES_EACH = 160;

    private final Map<Facet, Integer> numbers = new HashMap<>();
    private Facet[] list = new Facet[8];
    private int count = NONE + 1;

    int number(Facet facet) {
        Integer known = numbers.get(facet);
        if (known != null) {
            return known;
        }
        if (count == list.length) {
            list = Arrays.copyOf(list, 2 * count);
        }
        list[count] = facet;
        numbers.put(facet, count);
        return count++;
    }

    Facet[] list() {
        return list;
    }

    int count() {
        return count;
    }

    long bytes() {
        return (long) BYTES_EACH * count;
    }
}
