package dev.alluvium.state.core;

import dev.alluvium.state.vector.VectorColumn;
import java.util.Arrays;

/**
 * The vectors that one batch has added so far. Every new item is compared with all of them, half a
 * million pairs in the largest batch, so they are scanned as int8 first and only what comes close
 * is compared exactly.
 */
final class BatchVectors {

    /** More than int8 codes can be off. */
    private static final double SLACK = 0.02;

    private VectorColumn column;
    private long[] ordinals = new long[8];
    private float[] scores = new float[8];
    private int size;

    void add(long ordinal, float[] unit) {
        if (column == null) {
            column = new VectorColumn(unit.length);
        }
        if (size == ordinals.length) {
            ordinals = Arrays.copyOf(ordinals, size * 2);
            scores = new float[size * 2];
        }
        column.set(size, unit);
        ordinals[size++] = ordinal;
    }

    /**
     * Those whose cosine with {@code unit} may be {@code minCosine} or more, in the order they were
     * added.
     */
    long[] near(float[] unit, double minCosine) {
        if (size == 0) {
            return new long[0];
        }
        column.scores(column.query(unit), 0, size, scores);
        int found = 0;
        long[] near = new long[size];
        for (int i = 0; i < size; i++) {
            if (scores[i] >= minCosine - SLACK) {
                near[found++] = ordinals[i];
            }
        }
        return Arrays.copyOf(near, found);
    }
}
