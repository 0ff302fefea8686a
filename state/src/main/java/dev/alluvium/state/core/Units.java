package dev.alluvium.state.core;

/** Brings vectors to unit norm, so that a dot product is their cosine. */
final class Units {

    private Units() {}

    /** {@code vector} scaled to norm 1, or null for null. */
    static float[] unit(float[] vector) {
        if (vector == null) {
            return null;
        }
        double squares = 0;
        for (float component : vector) {
            squares += (double) component * component;
        }
        float[] unit = new float[vector.length];
        float factor = (float) (1 / Math.sqrt(squares));
        for (int i = 0; i < unit.length; i++) {
            unit[i] = vector[i] * factor;
        }
        return unit;
    }
}
