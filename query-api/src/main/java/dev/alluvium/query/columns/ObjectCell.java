package dev.alluvium.query.columns;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.json.InvalidInputException;
import dev.alluvium.state.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.complex.StructVector;

/** Objects: the entries of a map, or the members of a struct that have a value. */
final class ObjectCell {

    private ObjectCell() {}

    static Optional<Cell> of(FieldVector vector, Binding binding) {
        if (vector instanceof MapVector maps) {
            return ofMaps(maps, binding);
        }
        return vector instanceof StructVector structs
                ? ofStructs(structs, binding)
                : Optional.empty();
    }

    private static Optional<Cell> ofMaps(MapVector maps, Binding binding) {
        if (!(maps.getDataVector() instanceof StructVector entries) || entries.size() != 2) {
            return Optional.empty();
        }
        Spans spans = new Spans.Varying(maps);
        return binding.bind(Shape.TEXT, entries.getChildrenFromFields().get(0))
                .flatMap(
                        keys ->
                                binding.bind(Shape.ANY, entries.getChildrenFromFields().get(1))
                                        .map(
                                                values ->
                                                        new Maps(
                                                                maps.getName(),
                                                                spans,
                                                                keys,
                                                                values,
                                                                binding.budget())));
    }

    private static Optional<Cell> ofStructs(StructVector structs, Binding binding) {
        Map<String, Cell> members = new LinkedHashMap<>();
        for (FieldVector member : structs.getChildrenFromFields()) {
            Optional<Cell> cell = binding.bind(Shape.ANY, member);
            if (cell.isEmpty()) {
                return Optional.empty();
            }
            members.put(member.getName(), cell.get());
        }
        return Optional.of(new Structs(structs, members));
    }

    /** A column of maps. */
    private static final class Maps extends Cell {

        private final String name;
        private final Spans spans;
        private final Cell keys;
        private final Cell values;
        private final RowBudget budget;

        Maps(String name, Spans spans, Cell keys, Cell values, RowBudget budget) {
            this.name = name;
            this.spans = spans;
            this.keys = keys;
            this.values = values;
            this.budget = budget;
        }

        @Override
        void loaded() {
            keys.loaded();
            values.loaded();
        }

        @Override
        JsonNode at(int row) {
            if (spans.isNull(row)) {
                return null;
            }
            ObjectNode object = Json.object();
            int start = spans.start(row);
            int end = spans.end(row);
            budget.take(Math.subtractExact(end, start));
            for (int i = start; i < end; i++) {
                JsonNode key = keys.at(i);
                if (key == null || object.has(key.textValue())) {
                    throw new InvalidInputException(
                            "/" + name,
                            key == null
                                    ? "a key of the map is null"
                                    : "the map has the key " + key + " twice");
                }
                object.set(key.textValue(), values.at(i));
            }
            return object;
        }
    }

    /** A column of structs. */
    private static final class Structs extends Cell {

        private final StructVector structs;
        private final Map<String, Cell> members;

        Structs(StructVector structs, Map<String, Cell> members) {
            this.structs = structs;
            this.members = members;
        }

        @Override
        void loaded() {
            members.values().forEach(Cell::loaded);
        }

        @Override
        JsonNode at(int row) {
            if (structs.isNull(row)) {
                return null;
            }
            ObjectNode object = Json.object();
            members.forEach(
                    (name, cell) -> {
                        JsonNode value = cell.at(row);
                        if (value != null) {
                            object.set(name, value);
                        }
                    });
            return object;
        }
    }
}
