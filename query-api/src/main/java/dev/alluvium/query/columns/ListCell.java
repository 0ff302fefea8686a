package dev.alluvium.query.columns;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.alluvium.state.json.Json;
import java.util.Optional;
import java.util.function.Function;
import org.apache.arrow.vector.FieldVector;

/** Lists of values. */
final class ListCell extends Cell {

    private final Spans spans;
    private final Cell elements;

    private ListCell(Spans spans, Cell elements) {
        this.spans = spans;
        this.elements = elements;
    }

    /**
     * @param bind finds the way to read the elements
     */
    static Optional<Cell> of(FieldVector vector, Function<FieldVector, Optional<Cell>> bind) {
        return Spans.of(vector)
                .flatMap(
                        spans ->
                                bind.apply(spans.elements())
                                        .map(elements -> new ListCell(spans, elements)));
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
        int end = spans.end(row);
        for (int i = spans.start(row); i < end; i++) {
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
