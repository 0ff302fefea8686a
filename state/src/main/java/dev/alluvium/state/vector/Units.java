package dev.alluvium.state.vector;

/** Brings vectors to unit norm, so that a dot product is their cosine. */
public final class Units {

    /** How far rounding to floats can leave the square of a unit vector's norm from 1. */
    private static final double ROUNDING = 0x1p-22;

    private Units() {}

    /**
     * {@code vector} scaled to norm 1; null for null and for one that has no direction. Divided in
     * double precision, since the reciprocal of a tiny norm is beyond a float. One that is of norm
     * 1 as near as floats can be stays bit for bit, so that what was exported is imported the same.
     */
    public static float[] unit(float[] vector) {
        if (vector == null) {
            return null;
        }
        double squares = 0;
        for (float component : vector) {
            squares += (double) component * component;
        }
        if (Math.abs(squares - 1) <= ROUNDING) {
            return vector.clone();
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
