package dev.alluvium.state.vector;

import java.util.Arrays;

/**
 * The few best candidates of one search, by differing bits and then ordinal, each once however
 * often it is offered.
 */
final class Nearest {
    private final Sketch query;
    private final int limit;
    private final int[] slots;
    private final int[] distances;
    private final long[] ordinals;
    private int size;

    /** No candidate differs in more bits than this. */
    private int bound;

    Nearest(Sketch query, int maxDifferingBits, int limit) {
        this.query = query;
        this.limit = limit;
        this.slots = new int[limit];
        this.distances = new int[limit];
        this.ordinals = new long[limit];
        this.bound = maxDifferingBits;
    }

    void offer(SketchTable table, int slot) {
        int distance = query.differingBits(table.words(), slot * Sketch.WORDS);
        if (distance > bound) {
            return;
        }
        long ordinal = table.ordinal(slot);
        int at = size;
        while (at > 0 && isAfter(at - 1, distance, ordinal)) {
            at--;
        }
        if (at == limit || (at > 0 && slots[at - 1] == slot)) {
            return;
        }
        if (size < limit) {
            size++;
        }
        System.arraycopy(slots, at, slots, at + 1, size - 1 - at);
        System.arraycopy(distances, at, distances, at + 1, size - 1 - at);
        System.arraycopy(ordinals, at, ordinals, at + 1, size - 1 - at);
        slots[at] = slot;
        distances[at] = distance;
        ordinals[at] = ordinal;
        if (size == limit) {
            bound = distances[limit - 1];
        }
    }

    long[] inOrder() {
        return Arrays.copyOf(ordinals, size);
    }

    private boolean isAfter(int index, int distance, long ordinal) {
        return distances[index] > distance
                || (distances[index] == distance && ordinals[index] > ordinal);
    }
}
