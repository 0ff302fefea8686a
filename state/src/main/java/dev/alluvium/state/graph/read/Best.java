package dev.alluvium.state.graph.read;

import java.util.Arrays;

/**
 * A number above 0 for some slots: where a search notes the best of many, or adds up. Belongs to
 * one thread at a time and is reused, since clearing costs only what was touched.
 */
final class Best {

    private double[] values = {};
    private int[] touched = new int[64];
    private int count;

    /** Forgets all, and makes room for slots below {@code size}. */
    void reset(int size) {
        if (values.length < size) {
            values = new double[Math.max(size, values.length * 3 / 2)];
        } else {
            for (int i = 0; i < count; i++) {
                values[touched[i]] = 0;
            }
        }
        count = 0;
    }

    double get(int slot) {
        return values[slot];
    }

    void max(int slot, double value) {
        if (values[slot] < value) {
            touch(slot);
            values[slot] = value;
        }
    }

    void add(int slot, double value) {
        touch(slot);
        values[slot] += value;
    }

    /** Multiplies all values by a number above 0. */
    void scale(double by) {
        for (int i = 0; i < count; i++) {
            values[touched[i]] *= by;
        }
    }

    private void touch(int slot) {
        if (values[slot] == 0) {
            if (count == touched.length) {
                touched = Arrays.copyOf(touched, 2 * count);
            }
            touched[count++] = slot;
        }
    }

    /** How many slots have a value. */
    int count() {
        return count;
    }

    /** The i-th slot with a value, in no order. */
    int slot(int i) {
        return touched[i];
    }
}
