package dev.alluvium.state.vector;

/**
 * How a unit vector becomes signed bytes: the one rule for the rows of a column and for queries.
 */
final class Int8Codes {
    /** Symmetric, without -128: two products then always fit a 16-bit lane (2 · 127² < 2^15). */
    static final int LARGEST = 127;

    private static final double NORM_TOLERANCE = 0.01;

    private Int8Codes() {}

    /** Refuses a vector that has another dimension, or is not of length 1 (or not finite). */
    static void check(float[] vector, int dimension) {
        if (vector.length != dimension) {
            throw new IllegalArgumentException(
                    "vector has dimension "
                            + vector.length
                            + ", not "
                            + dimension
                            + "; all vectors of a memory come from one model");
        }
        float squares = 0;
        for (float component : vector) {
            squares += component * component;
        }
        double norm = Math.sqrt(squares);
        if (!(Math.abs(norm - 1) <= NORM_TOLERANCE)) {
            throw new IllegalArgumentException(
                    "vector has length " + norm + ", not 1; divide it by its length first");
        }
    }

    /**
     * Writes the codes of {@code unit} from {@code at} on and returns the reciprocal of their norm,
     * with which a dot product of codes becomes a cosine.
     */
    static float quantise(float[] unit, byte[] codes, int at) {
        float largest = 0;
        for (float component : unit) {
            largest = Math.max(largest, Math.abs(component));
        }
        float factor = LARGEST / largest;
        int squares = 0;
        for (int i = 0; i < unit.length; i++) {
            int code = Math.round(unit[i] * factor);
            codes[at + i] = (byte) code;
            squares += code * code;
        }
        return (float) (1 / Math.sqrt(squares));
    }
}
