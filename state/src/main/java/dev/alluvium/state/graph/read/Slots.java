package dev.alluvium.state.graph.read;

import java.util.Arrays;
import java.util.stream.IntStream;

/** A growing list of slots. */
final class Slots {

    private int[] slots = new int[16];
    private int size;

    /** Which of two slots is first, as comparators say it. */
    @FunctionalInterface
    interface Order {
        int compare(int one, int other);
    }

    void add(int slot) {
        if (size == slots.length) {
            slots = Arrays.copyOf(slots, 2 * size);
        }
        slots[size++] = slot;
    }

    int get(int i) {
        return slots[i];
    }

    int size() {
        return size;
    }

    IntStream stream() {
        return Arrays.stream(slots, 0, size);
    }

    /** Sorts what mostly is in order already, which is seen without boxing. */
    Slots sort(Order order) {
        for (int i = 1; i < size; i++) {
            if (order.compare(slots[i - 1], slots[i]) > 0) {
                slots =
                        stream()
                                .boxed()
                                .sorted(order::compare)
                                .mapToInt(Integer::intValue)
                                .toArray();
                break;
            }
        }
        return this;
    }
}
