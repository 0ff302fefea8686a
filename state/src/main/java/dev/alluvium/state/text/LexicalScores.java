package dev.alluvium.state.text;

import java.util.Arrays;

/**
 * Where a search adds up scores: one float per slot, and the list of slots that have one. Belongs
 * to one thread at a time and is meant to be reused, since clearing costs only what was touched.
 */
public final class LexicalScores {

    private float[] scores = new float[0];
    private int[] touched = new int[64];
    private int count;

    /** Forgets all scores and makes room for slots below {@code size}. */
    public void reset(int size) {
        if (scores.length < size) {
            scores = new float[Math.max(size, (int) Math.min(2L * scores.length, 1 << 30))];
        } else {
            for (int i = 0; i < count; i++) {
                scores[touched[i]] = 0;
            }
        }
        count = 0;
    }

    /** Adds a score greater than 0. */
    public void add(int slot, float score) {
        if (scores[slot] == 0) {
            if (count == touched.length) {
                touched = Arrays.copyOf(touched, 2 * count);
            }
            touched[count++] = slot;
        }
        scores[slot] += score;
    }

    /** The score of a slot below the size of the last reset; 0 when nothing was added. */
    public float get(int slot) {
        return scores[slot];
    }

    /** How many slots have a score. */
    public int count() {
        return count;
    }

    /** The i-th slot with a score, in no order. */
    public int slot(int i) {
        return touched[i];
    }

    /** The greatest score, 0 without any. */
    public float max() {
        float max = 0;
        for (int i = 0; i < count; i++) {
            max = Math.max(max, scores[touched[i]]);
        }
        return max;
    }
}
