package dev.alluvium.state.vector;

/**
 * A query quantised once, to be scored against the rows of any {@link VectorColumn} of its
 * dimension; immutable, made by {@link VectorColumn#query}.
 */
public final class QueryVector {
    private final int dimension;

    /** Widened already, because every row is multiplied with it: a row is widened as it is read. */
    private final short[] codes;

    private final float scale;

    QueryVector(int dimension, short[] codes, float scale) {
        this.dimension = dimension;
        this.codes = codes;
        this.scale = scale;
    }

    /** Components of the vector this was made from. */
    public int dimension() {
        return dimension;
    }

    short[] codes() {
        return codes;
    }

    float scale() {
        return scale;
    }
}
