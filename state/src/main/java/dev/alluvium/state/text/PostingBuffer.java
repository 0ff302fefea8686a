package dev.alluvium.state.text;

import java.util.Arrays;

/**
 * The occurrences of one term below a bound, read out of the index: {@code count()} slots in
 * increasing order with their frequencies. Reused from term to term by one thread.
 */
public final class PostingBuffer {

    int[] slots = new int[64];
    int[] frequencies = new int[64];
    int count;

    /** Where reading stands in the bytes of a term. */
    int position;

    public int count() {
        return count;
    }

    public int slot(int i) {
        return slots[i];
    }

    public int frequency(int i) {
        return frequencies[i];
    }

    void start() {
        count = 0;
        position = 0;
    }

    /** The next variable-length number: seven bits a byte, low bits first. */
    long next(byte[] source) {
        long value = source[position++];
        if (value < 0) {
            value &= 0x7f;
            for (int shift = 7; ; shift += 7) {
                long more = source[position++];
                value |= (more & 0x7f) << shift;
                if (more >= 0) {
                    break;
                }
            }
        }
        return value;
    }

    void add(int slot, int frequency) {
        if (count == slots.length) {
            slots = Arrays.copyOf(slots, 2 * count);
            frequencies = Arrays.copyOf(frequencies, 2 * count);
        }
        slots[count] = slot;
        frequencies[count++] = frequency;
    }
}
