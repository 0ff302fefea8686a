package dev.alluvium.query.columns;

import java.util.Optional;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.ListVector;

/** Where the elements of each list of a column begin and end in the column of all elements. */
interface Spans {

    FieldVector elements();

    boolean isNull(int row);

    int start(int row);

    int end(int row);

    /** Those of a column of lists; empty for others. */
    static Optional<Spans> of(FieldVector vector) {
        if (vector instanceof FixedSizeListVector lists) {
            return Optional.of(new Fixed(lists));
        }
        if (vector instanceof ListVector lists) {
            return Optional.of(new Varying(lists));
        }
        if (vector instanceof LargeListVector lists) {
            return Optional.of(new Large(lists));
        }
        return Optional.empty();
    }

    /** Lists of one length. */
    record Fixed(FixedSizeListVector lists) implements Spans {

        @Override
        public FieldVector elements() {
            return lists.getDataVector();
        }

        @Override
        public boolean isNull(int row) {
            return lists.isNull(row);
        }

        @Override
        public int start(int row) {
            return Math.multiplyExact(row, lists.getListSize());
        }

        @Override
        public int end(int row) {
            return Math.addExact(start(row), lists.getListSize());
        }
    }

    /** Lists, and maps, which are lists of entries. */
    record Varying(ListVector lists) implements Spans {

        @Override
        public FieldVector elements() {
            return lists.getDataVector();
        }

        @Override
        public boolean isNull(int row) {
            return lists.isNull(row);
        }

        @Override
        public int start(int row) {
            return lists.getElementStartIndex(row);
        }

        @Override
        public int end(int row) {
            return lists.getElementEndIndex(row);
        }
    }

    /** Lists with offsets of 64 bits. */
    record Large(LargeListVector lists) implements Spans {

        @Override
        public FieldVector elements() {
            return lists.getDataVector();
        }

        @Override
        public boolean isNull(int row) {
            return lists.isNull(row);
        }

        @Override
        public int start(int row) {
            return Math.toIntExact(lists.getElementStartIndex(row));
        }

        @Override
        public int end(int row) {
            return Math.toIntExact(lists.getElementEndIndex(row));
        }
    }
}
