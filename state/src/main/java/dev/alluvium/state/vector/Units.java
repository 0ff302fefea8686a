package dev.alluvium.state.vector;

/** Brings vectors to unit norm, so that a dot product is their cosine. */
public final class Units {

    private Units() {}

    /**
     * {@code vector} scaled to norm 1; null for null and for one that has no direction. Divided in
     * double precision, since the reciprocal of a tiny norm is beyond a float.
     */
    public static float[] unit(float[] vector) {
        if (vector == null) {
            return null;
        }
        double squares = 0;
        for (float component : vector) {
            squares += (double) component * component;
        }
        double norm = Math.sqrt(squares);
        if (!(norm > 0 && norm < Double.POSITIVE_INFINITY)) {
            return null;
        }
        float[] unit = new float[vector.length];
        for (int i = 0; i < unit.length; i++) {
            unit[i] = (float) (vector[i] / norm);
        }
        return unit;
    }
}
