package dev.alluvium.state.episode;

import dev.alluvium.state.vector.VectorColumn;

/**
 * The cosines of a query and the turns of a view, scaled so that the least is 0 and the greatest 1:
 * models differ in the cosine that unrelated texts get, so raw ones cannot be weighed against
 * words.
 */
final class ScaledCosines {

    private float[] cosines = new float[0];
    private boolean scanned;
    private float least;
    private float factor;

    void scan(TurnView view, VectorColumn column, float[] queryVector) {
        scanned = column != null && queryVector != null;
        if (!scanned) {
            return;
        }
        if (cosines.length < view.size) {
            cosines = new float[Math.max(view.size, cosines.length * 3 / 2)];
        }
        column.scores(column.query(queryVector), 0, view.size, cosines);
        float min = Float.POSITIVE_INFINITY;
        float max = Float.NEGATIVE_INFINITY;
        for (int slot = 0; slot < view.size; slot++) {
            float cosine = cosines[slot];
            // false for NaN, where there is no vector
            if ((cosine < min || cosine > max) && view.holds(slot)) {
                min = Math.min(min, cosine);
                max = Math.max(max, cosine);
            }
        }
        least = min;
        factor = max > min ? 1 / (max - min) : 0;
    }

    boolean scanned() {
        return scanned;
    }

    boolean has(int slot) {
        return scanned && !Float.isNaN(cosines[slot]);
    }

    /** The scaled cosine of a slot in [0, 1], 0 without a vector. */
    float get(int slot) {
        return has(slot) ? (cosines[slot] - least) * factor : 0;
    }
}
