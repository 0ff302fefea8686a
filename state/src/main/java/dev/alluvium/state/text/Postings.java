package dev.alluvium.state.text;

import java.util.Arrays;

/**
 * The slots a term occurs in and how often, as a growing array of variable-length numbers. One
 * thread appends; readers on other threads see whole entries only, since the length is published
 * after the bytes it covers and bytes once covered never change.
 */
final class Postings {

    private static final int OBJECT_BYTES = 40;
    private static final int ARRAY_BYTES = 16;

    private volatile byte[] bytes = new byte[4];
    private volatile int length;
    private int lastSlot = -1;

    /** The slot being counted, and how often the term occurs in it so far. */
    private int counted = -1;

    private int occurrences;

    /** Counts one more occurrence in a slot, and answers how many that makes. */
    int count(int slot) {
        occurrences = slot == counted ? occurrences + 1 : 1;
        counted = slot;
        return occurrences;
    }

    /** Appends the slot that was counted, and answers by how many bytes this grew. */
    int addCounted() {
        return add(counted, occurrences);
    }

    /** Appends, and answers by how many bytes this grew. */
    int add(int slot, int frequency) {
        byte[] target = bytes;
        int end = length;
        int grown = 0;
        int delta = slot - lastSlot;
        // the exact size while small: most terms occur once or twice
        int needed = end + sizeOf(delta, frequency);
        if (needed > target.length) {
            grown = Math.max(needed, target.length * 3 / 2) - target.length;
            target = Arrays.copyOf(target, target.length + grown);
            bytes = target;
        }
        if (frequency == 1) {
            end = write(target, end, (long) delta << 1);
        } else {
            end = write(target, end, (long) delta << 1 | 1);
            end = write(target, end, frequency);
        }
        lastSlot = slot;
        length = end;
        return grown;
    }

    boolean isEmpty() {
        return length == 0;
    }

    int bytes() {
        return OBJECT_BYTES + ARRAY_BYTES + bytes.length;
    }

    /** Reads the entries of slots below {@code size}. */
    void read(int size, PostingBuffer into) {
        int end = length;
        byte[] source = bytes;
        int at = -1;
        into.start();
        while (into.position < end) {
            long value = into.next(source);
            int times = (value & 1) == 0 ? 1 : (int) into.next(source);
            at += (int) (value >>> 1);
            if (at >= size) {
                return;
            }
            into.add(at, times);
        }
    }

    private static int sizeOf(int delta, int frequency) {
        return sizeOf((long) delta << 1) + (frequency == 1 ? 0 : sizeOf(frequency));
    }

    private static int sizeOf(long value) {
        return (Math.max(1, 64 - Long.numberOfLeadingZeros(value)) + 6) / 7;
    }

    private static int write(byte[] target, int at, long value) {
        int end = at;
        long left = value;
        while (left > 0x7f) {
            target[end++] = (byte) (left | 0x80);
            left >>>= 7;
        }
        target[end++] = (byte) left;
        return end;
    }
}
