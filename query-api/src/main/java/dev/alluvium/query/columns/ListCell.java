package dev.alluvium.query.columns;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.alluvium.state.json.Json;
import java.util.Optional;
import org.apache.arrow.vector.FieldVector;

/** Lists of values. */
final class ListCell extends Cell {

    private final Spans spans;
    private final Cell elements;
    private final RowBudget budget;

    private ListCell(Spans spans, Cell elements, RowBudget budget) {
        this.spans = spans;
        this.elements = elements;
        this.budget = budget;
    }

    /** The cells of a column of lists whose elements say what {@code shape} is; else empty. */
    static Optional<Cell> of(FieldVector vector, Binding binding, Shape shape) {
        return Spans.of(vector)
                .flatMap(
                        spans ->
                                binding.bind(shape, spans.elements())
                                        .map(
                                                elements ->
                                                        new ListCell(
                                                                spans,
                                                                elements,
                                                                binding.budget())));
    }

    @Override
    void loaded() {
        elements.loaded();
    }

    @Override
    JsonNode at(int row) {
        if (spans.isNull(row)) {
            return null;
        }
        ArrayNode array = Json.MAPPER.createArrayNode();
        int start = spans.start(row);
        int end = spans.end(row);
        budget.take(Math.subtractExact(end, start));
        for (int i = start; i < end; i++) {
            JsonNode element = elements.at(i);
            if (element == null) {
                array.addNull();
            } else {
                array.add(element);
            }
        }
        return array;
    }
}
