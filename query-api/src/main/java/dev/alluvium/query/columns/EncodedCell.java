package dev.alluvium.query.columns;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.FieldVector;

/** Values that stand in a dictionary, in the column only where in it. */
final class EncodedCell extends Cell {

    private final FieldVector vector;
    private final BaseIntVector indexes;
    private final Cell values;

    EncodedCell(FieldVector vector, BaseIntVector indexes, Cell values) {
        this.vector = vector;
        this.indexes = indexes;
        this.values = values;
    }

    @Override
    void loaded() {
        values.loaded();
    }

    @Override
    JsonNode at(int row) {
        return vector.isNull(row) ? null : values.at(Math.toIntExact(indexes.getValueAsLong(row)));
    }
}
