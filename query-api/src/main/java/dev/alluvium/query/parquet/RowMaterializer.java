package dev.alluvium.query.parquet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.query.columns.RowBudget;
import dev.alluvium.query.columns.RowColumns;
import dev.alluvium.query.columns.Shape;
import dev.alluvium.state.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.RecordMaterializer;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/** Makes each record the object of its cells that have a value. */
final class RowMaterializer extends RecordMaterializer<ObjectNode> {

    private final Root root = new Root();
    private final RowBudget budget = new RowBudget();
    private ObjectNode cells;
    private String problem;

    RowMaterializer(MessageType schema) {
        for (Type type : schema.getFields()) {
            root.columns.add(column(type.getName(), type));
        }
    }

    @Override
    public ObjectNode getCurrentRecord() {
        return cells;
    }

    @Override
    public GroupConverter getRootConverter() {
        return root;
    }

    /** Why the record read last can be no row, or null. */
    String problem() {
        return problem;
    }

    private Converter column(String name, Type type) {
        Shape shape = RowColumns.shape(name);
        Consumer<JsonNode> put = value -> cells.set(name, value);
        if (!ParquetShapes.fits(shape, type)) {
            throw RowColumns.misfit(name, type);
        }
        return switch (shape) {
            case VECTOR -> new FloatsConverter(type.asGroupType(), name, put, this::note, budget);
            case MAP ->
                    type.isPrimitive()
                            ? new JsonTextConverter(name, put, this::note)
                            : ValueConverters.of(type, put, this::note, budget);
            default -> ValueConverters.of(type, put, this::note, budget);
        };
    }

    private void note(String found) {
        problem = problem == null ? found : problem;
    }

    /** The record itself. */
    private final class Root extends GroupConverter {

        private final List<Converter> columns = new ArrayList<>();

        @Override
        public Converter getConverter(int column) {
            return columns.get(column);
        }

        @Override
        public void start() {
            cells = Json.object();
            problem = null;
            budget.refill();
        }

        @Override
        public void end() {}
    }
}
