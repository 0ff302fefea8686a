package dev.alluvium.query.columns;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import java.util.Optional;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;

/** What is true or false. */
final class FlagCell extends Cell {

    private final BitVector vector;

    private FlagCell(BitVector vector) {
        this.vector = vector;
    }

    static Optional<Cell> of(FieldVector vector) {
        return vector instanceof BitVector bits
                ? Optional.of(new FlagCell(bits))
                : Optional.empty();
    }

    @Override
    JsonNode at(int row) {
        return vector.isNull(row) ? null : BooleanNode.valueOf(vector.get(row) != 0);
    }
}
