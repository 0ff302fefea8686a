package dev.alluvium.state.episode;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Keeps the best of many scored slots, ties ending as {@link TurnMatches.TurnMatch} says. */
final class TopSlots {

    private final TurnColumns columns;
    private final int limit;
    private final PriorityQueue<Entry> worstFirst;

    record Entry(int slot, float score) {}

    TopSlots(TurnColumns columns, int limit) {
        this.columns = columns;
        this.limit = limit;
        this.worstFirst = new PriorityQueue<>(worstFirst(columns));
    }

    /** Whether a slot of this score may be among the best so far; cheap. */
    boolean mayTake(float score) {
        return worstFirst.size() < limit || score >= worstFirst.element().score();
    }

    void add(int slot, float score) {
        worstFirst.add(new Entry(slot, score));
        if (worstFirst.size() > limit) {
            worstFirst.remove();
        }
    }

    List<Entry> bestFirst() {
        Entry[] entries = worstFirst.toArray(Entry[]::new);
        Arrays.sort(entries, worstFirst(columns).reversed());
        return List.of(entries);
    }

    private static Comparator<Entry> worstFirst(TurnColumns columns) {
        return Comparator.comparingDouble(Entry::score)
                .thenComparing(entry -> columns.micros(entry.slot()))
                .thenComparing(entry -> columns.id(entry.slot()), Comparator.reverseOrder());
    }
}
