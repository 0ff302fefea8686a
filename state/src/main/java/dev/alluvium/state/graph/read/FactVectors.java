package dev.alluvium.state.graph.read;

import dev.alluvium.state.vector.VectorColumn;
import java.util.Arrays;

/**
 * The vectors of facts, each in a row of its own beside the slot of its fact: a fact may get its
 * vector later than others that came after it. One thread appends.
 */
final class FactVectors {

    private VectorColumn column;
    private int[] facts = {};
    private int size;

    /** The row of a fact's vector, which is one more unless it is that of {@code row} already. */
    int put(int fact, float[] unitVector, int row) {
        if (row != VersionTable.NONE && isSame(row, unitVector)) {
            return row;
        }
        if (column == null) {
            column = new VectorColumn(unitVector.length);
        }
        column.set(size, unitVector);
        return next(fact);
    }

    /** Takes over a row of other vectors. */
    int copy(int fact, FactVectors from, int row) {
        if (column == null) {
            column = new VectorColumn(from.column.dimension());
        }
        column.copy(size, from.column, row);
        return next(fact);
    }

    private int next(int fact) {
        if (size == facts.length) {
            facts = Arrays.copyOf(facts, Math.max(16, size * 3 / 2));
        }
        facts[size] = fact;
        return size++;
    }

    private boolean isSame(int row, float[] unitVector) {
        // Only rounding separates a vector from itself; a nearer one cannot be told apart anyway.
        return column.score(column.query(unitVector), row) > 0.9999f;
    }

    long bytes() {
        return (column == null ? 0 : column.bytes()) + (long) Integer.BYTES * facts.length;
    }

    Bound bound() {
        return new Bound(column, facts, size);
    }

    /**
     * The vectors of one time, for any thread.
     *
     * @param column null before the first vector
     * @param facts the slot of the fact of each row
     */
    record Bound(VectorColumn column, int[] facts, int size) {}
}
