package dev.alluvium.query.route;

/** Brings callers' query vectors to unit norm, which is what searches compare by. */
final class UnitNorm {

    private UnitNorm() {}

    /** {@code vector} scaled to norm 1; null for null. */
    static float[] of(float[] vector) {
        if (vector == null) {
            return null;
        }
        double squares = 0;
        for (float component : vector) {
            squares += (double) component * component;
        }
        float factor = (float) (1 / Math.sqrt(squares));
        float[] unit = new float[vector.length];
        for (int i = 0; i < unit.length; i++) {
            unit[i] = vector[i] * factor;
        }
        return unit;
    }
}
