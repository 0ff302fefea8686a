package dev.alluvium.query.parquet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.POJONode;
import dev.alluvium.query.columns.RowBudget;
import java.util.Arrays;
import java.util.function.Consumer;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.GroupType;

/** Lists of floats as vectors, without an object for each component. */
final class FloatsConverter extends GroupConverter {

    private final Converter elements;
    private final String name;
    private final Consumer<JsonNode> put;
    private final Consumer<String> note;
    private final RowBudget budget;
    private float[] components = new float[384];
    private int length;
    private boolean missing;

    FloatsConverter(
            GroupType type,
            String name,
            Consumer<JsonNode> put,
            Consumer<String> note,
            RowBudget budget) {
        this.budget = budget;
        this.name = name;
        this.put = put;
        this.note = note;
        elements = ParquetShapes.hasMiddle(type) ? new Middle() : new Components();
    }

    @Override
    public Converter getConverter(int field) {
        return elements;
    }

    @Override
    public void start() {
        length = 0;
    }

    @Override
    public void end() {
        put.accept(new POJONode(Arrays.copyOf(components, length)));
    }

    private void add(float component) {
        if (!budget.takeOne()) {
            note.accept(RowBudget.EXCEEDED);
            return;
        }
        if (length == components.length) {
            components = Arrays.copyOf(components, 2 * length);
        }
        components[length++] = component;
        missing = false;
    }

    /** The numbers themselves. */
    private final class Components extends PrimitiveConverter {

        @Override
        public void addFloat(float value) {
            add(value);
        }

        @Override
        public void addDouble(double value) {
            add((float) value);
        }
    }

    /** The group that each number stands in, where it is not null. */
    private final class Middle extends GroupConverter {

        private final Components inner = new Components();

        @Override
        public Converter getConverter(int field) {
            return inner;
        }

        @Override
        public void start() {
            missing = true;
        }

        @Override
        public void end() {
            if (missing) {
                note.accept("/" + name + "/" + length + ": a component of the vector is null");
            }
        }
    }
}
