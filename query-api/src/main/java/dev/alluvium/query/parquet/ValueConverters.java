package dev.alluvium.query.parquet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.query.columns.RowBudget;
import dev.alluvium.state.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.Type;

/** Makes values of any type that JSON can say the JSON that says them. */
final class ValueConverters {

    private ValueConverters() {}

    /**
     * @param put takes each value that is not null
     * @param note takes what is wrong with one
     * @param budget of the lists and maps of each row
     */
    static Converter of(
            Type type, Consumer<JsonNode> put, Consumer<String> note, RowBudget budget) {
        if (type.isPrimitive()) {
            return new PrimitiveValueConverter(type.asPrimitiveType(), put, note);
        }
        if (ParquetShapes.isList(type)) {
            return new Lists(type.asGroupType(), put, note, budget);
        }
        return ParquetShapes.isMap(type)
                ? new Maps(type.asGroupType(), put, note, budget)
                : new Structs(type.asGroupType(), put, note, budget);
    }

    /** Lists; elements may be null. */
    private static final class Lists extends GroupConverter {

        private final Consumer<JsonNode> put;
        private final Consumer<String> note;
        private final RowBudget budget;
        private final Converter elements;
        private ArrayNode list;
        private JsonNode element;

        Lists(GroupType type, Consumer<JsonNode> put, Consumer<String> note, RowBudget budget) {
            this.put = put;
            this.note = note;
            this.budget = budget;
            elements =
                    ParquetShapes.hasMiddle(type)
                            ? new Middle(
                                    of(ParquetShapes.element(type), v -> element = v, note, budget))
                            : of(ParquetShapes.element(type), this::add, note, budget);
        }

        @Override
        public Converter getConverter(int field) {
            return elements;
        }

        @Override
        public void start() {
            list = Json.MAPPER.createArrayNode();
        }

        @Override
        public void end() {
            put.accept(list);
        }

        /** The group that each element stands in, where it is not null. */
        private final class Middle extends GroupConverter {

            private final Converter inner;

            Middle(Converter inner) {
                this.inner = inner;
            }

            @Override
            public Converter getConverter(int field) {
                return inner;
            }

            @Override
            public void start() {
                element = NullNode.instance;
            }

            @Override
            public void end() {
                Lists.this.add(element);
            }
        }

        private void add(JsonNode found) {
            if (budget.takeOne()) {
                list.add(found);
            } else {
                note.accept(RowBudget.EXCEEDED);
            }
        }
    }

    /** Maps, whose keys become names. */
    private static final class Maps extends GroupConverter {

        private final Consumer<JsonNode> put;
        private final Entries entries;
        private ObjectNode map;

        Maps(GroupType type, Consumer<JsonNode> put, Consumer<String> note, RowBudget budget) {
            this.put = put;
            entries = new Entries(type.getType(0).asGroupType(), note, budget);
        }

        @Override
        public Converter getConverter(int field) {
            return entries;
        }

        @Override
        public void start() {
            map = Json.object();
        }

        @Override
        public void end() {
            put.accept(map);
        }

        /** One entry after the other. */
        private final class Entries extends GroupConverter {

            private final Converter keys;
            private final Converter values;
            private final Consumer<String> note;
            private final RowBudget budget;
            private JsonNode key;
            private JsonNode value;

            Entries(GroupType type, Consumer<String> note, RowBudget budget) {
                this.note = note;
                this.budget = budget;
                keys = of(type.getType(0), found -> key = found, note, budget);
                values = of(type.getType(1), found -> value = found, note, budget);
            }

            @Override
            public Converter getConverter(int field) {
                return field == 0 ? keys : values;
            }

            @Override
            public void start() {
                key = NullNode.instance;
                value = NullNode.instance;
            }

            @Override
            public void end() {
                if (budget.takeOne()) {
                    map.set(key.asText(), value);
                } else {
                    note.accept(RowBudget.EXCEEDED);
                }
            }
        }
    }

    /** Structs, whose members that have a value become fields. */
    private static final class Structs extends GroupConverter {

        private final Consumer<JsonNode> put;
        private final List<Converter> members = new ArrayList<>();
        private ObjectNode object;

        Structs(GroupType type, Consumer<JsonNode> put, Consumer<String> note, RowBudget budget) {
            this.put = put;
            for (Type member : type.getFields()) {
                members.add(of(member, value -> object.set(member.getName(), value), note, budget));
            }
        }

        @Override
        public Converter getConverter(int field) {
            return members.get(field);
        }

        @Override
        public void start() {
            object = Json.object();
        }

        @Override
        public void end() {
            put.accept(object);
        }
    }
}
