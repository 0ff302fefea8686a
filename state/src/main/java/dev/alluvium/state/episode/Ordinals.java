package dev.alluvium.state.episode;

import java.util.Arrays;

/**
 * Where the turn of an ordinal is: two sorted arrays, since ordinals nearly always arrive in order.
 * For one thread.
 */
final class Ordinals {

    /** The slot of an ordinal that is not there. */
    static final int NONE = -1;

    private long[] ordinals = new long[8];
    private int[] slots = new int[8];
    private int count;

    int slot(long ordinal) {
        int place = Arrays.binarySearch(ordinals, 0, count, ordinal);
        return place < 0 ? NONE : slots[place];
    }

    void set(long ordinal, int slot) {
        int place =
                count == 0 || ordinals[count - 1] < ordinal
                        ? ~count
                        : Arrays.binarySearch(ordinals, 0, count, ordinal);
        if (place >= 0) {
            slots[place] = slot;
            return;
        }
        if (count == ordinals.length) {
            ordinals = Arrays.copyOf(ordinals, count * 3 / 2);
            slots = Arrays.copyOf(slots, count * 3 / 2);
        }
        int at = ~place;
        System.arraycopy(ordinals, at, ordinals, at + 1, count - at);
        System.arraycopy(slots, at, slots, at + 1, count - at);
        ordinals[at] = ordinal;
        slots[at] = slot;
        count++;
    }

    long bytes() {
        return 12L * ordinals.length;
    }
}
