package dev.alluvium.query.columns;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.POJONode;
import dev.alluvium.state.json.InvalidInputException;
import dev.alluvium.state.json.Json;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The columns of a source, checked by name: what each has to say, and how a row becomes a line. */
public final class RowColumns {

    private final RowKind kind;

    private RowColumns(RowKind kind) {
        this.kind = kind;
    }

    /**
     * Throws {@link InvalidInputException} where columns of these names cannot be rows.
     *
     * @param given the kind of all rows that do not say it themselves; null: as the names tell
     */
    public static RowColumns of(List<String> names, RowKind given) {
        Set<String> seen = new LinkedHashSet<>();
        for (String name : names) {
            if (RowKind.shapeOf(name) == null) {
                throw new InvalidInputException(
                        "",
                        "unknown column \""
                                + name
                                + "\"; known here: "
                                + String.join(", ", RowKind.allColumns()));
            }
            if (!seen.add(name)) {
                throw new InvalidInputException("", "the column \"" + name + "\" is there twice");
            }
        }
        if (!seen.contains("content")) {
            throw new InvalidInputException("", "there is no column \"content\"");
        }
        RowKind kind = given == null ? RowKind.having(seen) : given;
        if (kind == null && !seen.contains("kind")) {
            throw new InvalidInputException(
                    "",
                    "the columns may be records or turns; say which the rows are: with a column"
                            + " kind, or with the parameter kind for all of them");
        }
        return new RowColumns(kind);
    }

    /** What the cells of a column of this name say. */
    public static Shape shape(String name) {
        return RowKind.shapeOf(name);
    }

    /** What a column of a type that does not fit gets. */
    public static InvalidInputException misfit(String name, Object type) {
        return new InvalidInputException(
                "",
                "column \""
                        + name
                        + "\" is of type "
                        + type
                        + "; wanted is "
                        + shape(name).wanted());
    }

    /** A line of an import of the cells of a row that have a value, by name. */
    public ObjectNode line(ObjectNode cells) {
        ObjectNode line = Json.object();
        JsonNode named = null;
        for (String name : RowKind.OF_ALL) {
            JsonNode value = cells.remove(name);
            if (value != null && name.equals("kind")) {
                named = value;
            } else if (value != null) {
                line.set(name, value);
            }
        }
        line.set(kind(named).member(), cells);
        return line;
    }

    /** About how large a value is, in bytes. */
    public static int weight(JsonNode value) {
        if (value.isTextual()) {
            return value.textValue().length();
        }
        if (value instanceof POJONode ready && ready.getPojo() instanceof float[] vector) {
            return vector.length * Float.BYTES;
        }
        int weight = Long.BYTES;
        for (JsonNode child : value) {
            weight += weight(child);
        }
        return weight;
    }

    private RowKind kind(JsonNode named) {
        if (named == null && kind == null) {
            throw new InvalidInputException("/kind", "kind is missing; give record or turn");
        }
        try {
            return named == null ? kind : RowKind.of(named.textValue());
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException("/kind", e.getMessage());
        }
    }
}
