package dev.alluvium.state.vector;

import java.util.Arrays;

/**
 * The sketches of an index in one array, each in a slot, and the way from an ordinal to its slot.
 * Slots are reused; nothing an index answers depends on their numbers.
 */
final class SketchTable {
    private static final int FIRST_SLOTS = 4;
    private static final int FREE = -1;

    private long[] words = new long[0];
    private long[] ordinals = new long[0];

    /** Open addressing with linear probing: slots, keyed by their ordinals, at most half full. */
    private int[] slotsByOrdinal = new int[0];

    private int[] reusable = new int[0];
    private int reusableCount;
    private int slots;
    private int size;

    int size() {
        return size;
    }

    /** Slots in use or reusable: the bound of a loop over {@link #isLive} ones. */
    int slots() {
        return slots;
    }

    long[] words() {
        return words;
    }

    long ordinal(int slot) {
        return ordinals[slot];
    }

    boolean isLive(int slot) {
        return reusableCount == 0 || slotOf(ordinals[slot]) == slot;
    }

    Sketch sketch(int slot) {
        int at = slot * Sketch.WORDS;
        return Sketch.wrap(Arrays.copyOfRange(words, at, at + Sketch.WORDS));
    }

    /** The slot of {@code ordinal}, or a negative number when it has none. */
    int slotOf(long ordinal) {
        if (slotsByOrdinal.length == 0) {
            return FREE;
        }
        return slotsByOrdinal[place(ordinal)];
    }

    int add(long ordinal, Sketch sketch) {
        int slot = reusableCount > 0 ? reusable[--reusableCount] : slots++;
        if (slot == ordinals.length) {
            int room = Math.max(FIRST_SLOTS, slot + slot / 2);
            ordinals = Arrays.copyOf(ordinals, room);
            words = Arrays.copyOf(words, Math.multiplyExact(room, Sketch.WORDS));
        }
        ordinals[slot] = ordinal;
        sketch.copyTo(words, slot * Sketch.WORDS);
        size++;
        if (2 * size > slotsByOrdinal.length) {
            rehash(Math.max(2 * FIRST_SLOTS, 2 * slotsByOrdinal.length));
        }
        slotsByOrdinal[place(ordinal)] = slot;
        return slot;
    }

    void remove(int slot) {
        int hole = place(ordinals[slot]);
        int mask = slotsByOrdinal.length - 1;
        int next = hole;
        while (true) {
            next = (next + 1) & mask;
            int moved = slotsByOrdinal[next];
            if (moved == FREE) {
                break;
            }
            // An entry may fill the hole unless its own place lies cyclically behind the hole.
            int home = home(ordinals[moved]);
            if (((next - home) & mask) >= ((next - hole) & mask)) {
                slotsByOrdinal[hole] = moved;
                hole = next;
            }
        }
        slotsByOrdinal[hole] = FREE;
        if (reusableCount == reusable.length) {
            reusable = Arrays.copyOf(reusable, Math.max(FIRST_SLOTS, 2 * reusableCount));
        }
        reusable[reusableCount++] = slot;
        size--;
    }

    long bytes() {
        return (long) Long.BYTES * (words.length + ordinals.length)
                + (long) Integer.BYTES * (slotsByOrdinal.length + reusable.length);
    }

    /** Where {@code ordinal} stands, or the free place where it would. */
    private int place(long ordinal) {
        int mask = slotsByOrdinal.length - 1;
        int place = home(ordinal);
        while (slotsByOrdinal[place] != FREE && ordinals[slotsByOrdinal[place]] != ordinal) {
            place = (place + 1) & mask;
        }
        return place;
    }

    private int home(long ordinal) {
        // Fibonacci hashing: consecutive ordinals, the usual ones, spread evenly.
        return (int) ((ordinal * 0x9E3779B97F4A7C15L) >>> 32) & (slotsByOrdinal.length - 1);
    }

    private void rehash(int places) {
        int[] old = slotsByOrdinal;
        slotsByOrdinal = new int[places];
        Arrays.fill(slotsByOrdinal, FREE);
        for (int slot : old) {
            if (slot != FREE) {
                slotsByOrdinal[place(ordinals[slot])] = slot;
            }
        }
    }
}
