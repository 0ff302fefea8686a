package dev.alluvium.query.columns;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.LongNode;
import java.util.Optional;
import java.util.function.IntFunction;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FloatingPointVector;

/** Numbers of any width. */
final class NumberCell extends Cell {

    private final FieldVector vector;
    private final IntFunction<JsonNode> numbers;

    private NumberCell(FieldVector vector, IntFunction<JsonNode> numbers) {
        this.vector = vector;
        this.numbers = numbers;
    }

    static Optional<Cell> of(FieldVector vector) {
        if (vector instanceof FloatingPointVector floats) {
            return Optional.of(
                    new NumberCell(
                            vector, row -> DoubleNode.valueOf(floats.getValueAsDouble(row))));
        }
        if (vector instanceof BaseIntVector integers) {
            return Optional.of(
                    new NumberCell(vector, row -> LongNode.valueOf(integers.getValueAsLong(row))));
        }
        return Optional.empty();
    }

    @Override
    JsonNode at(int row) {
        return vector.isNull(row) ? null : numbers.apply(row);
    }
}
