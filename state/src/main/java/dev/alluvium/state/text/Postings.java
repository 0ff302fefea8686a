package dev.alluvium.state.text;

import java.util.Arrays;

/**
 * The slots a term occurs in and how often, as a growing array of variable-length numbers. One
 * thread appends; readers on other threads see whole entries only, since the length is published
 * after the bytes it covers and bytes once covered never change.
 */
final class Postings {

    private static final int OBJECT_BYTES = 32;
    private static final int ARRAY_BYTES = 16;

    private volatile byte[] bytes = new byte[4];
    private volatile int length;
    private int lastSlot = -1;

    /** Appends, and answers by how many bytes this grew. */
    int add(int slot, int frequency) {
        byte[] target = bytes;
        int end = length;
        int grown = 0;
        if (end + 10 > target.length) {
            // the exact size while small: most terms occur once or twice
            int needed = end + sizeOf(slot - lastSlot, frequency);
            if (needed > target.length) {
                target = Arrays.copyOf(target, Math.max(needed, target.length * 3 / 2));
                grown = target.length - bytes.length;
                bytes = target;
            }
        }
        int delta = slot - lastSlot;
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

    int bytes() {
        return OBJECT_BYTES + ARRAY_BYTES + bytes.length;
    }

    /** Reads the entries of slots below {@code size}. */
    void read(int size, PostingBuffer into) {
        int end = length;
        byte[] source = bytes;
        int slot = -1;
        into.start();
        while (into.position < end) {
            long value = into.next(source);
            int frequency = (value & 1) == 0 ? 1 : (int) into.next(source);
            slot += (int) (value >>> 1);
            if (slot >= size) {
                return;
            }
            into.add(slot, frequency);
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
