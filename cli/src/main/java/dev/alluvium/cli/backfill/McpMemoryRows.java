package dev.alluvium.cli.backfill;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.graph.GraphJson;
import dev.alluvium.state.json.Json;
import java.util.ArrayList;
import java.util.List;

/**
 * Lines of the file in which the MCP memory server keeps its graph: {@code
 * {"type":"entity","name","entityType","observations":[text]}} and {@code
 * {"type":"relation","from","to","relationType"}}. As that server does when it loads one, other
 * members are passed over and a line that lacks one of these is not taken.
 */
final class McpMemoryRows implements RowShape {

    private final MemoryId memory;

    McpMemoryRows(MemoryId memory) {
        this.memory = memory;
    }

    @Override
    public List<Row> rows(Line line) throws RefusedLineException {
        ObjectNode object = line.object();
        String type = object.path("type").asText();
        return switch (type) {
            case "entity" -> entity(object);
            case "relation" -> List.of(relation(object));
            default ->
                    throw new RefusedLineException(
                            "the line is no part of an MCP memory; its \"type\" is \"entity\" or \"relation\"");
        };
    }

    @Override
    public Kind kind() {
        return null;
    }

    private List<Row> entity(ObjectNode line) throws RefusedLineException {
        String name = text(line, "name");
        String type = text(line, "entityType");
        List<String> observations = observations(line);
        List<Row> rows = new ArrayList<>();
        ObjectNode entity = Json.object().put("name", name);
        if (!type.isBlank()) {
            entity.put("type", type);
        }
        int first = Math.min(observations.size(), GraphJson.MAX_ENTRIES);
        if (first > 0) {
            ArrayNode texts = entity.putArray("observations");
            observations.subList(0, first).forEach(texts::add);
        }
        rows.add(row("entity", entity));
        for (String more : observations.subList(first, observations.size())) {
            rows.add(row("observation", Json.object().put("entity", name).put("content", more)));
        }
        return rows;
    }

    private Row relation(ObjectNode line) throws RefusedLineException {
        return row(
                "relation",
                Json.object()
                        .put("source", text(line, "from"))
                        .put("type", text(line, "relationType"))
                        .put("target", text(line, "to")));
    }

    private Row row(String member, ObjectNode item) throws RefusedLineException {
        ObjectNode row = Json.object();
        row.set(member, item);
        return Row.of(row, memory, null);
    }

    /** Blank ones say nothing and are left out. */
    private static List<String> observations(ObjectNode line) throws RefusedLineException {
        if (!(line.get("observations") instanceof ArrayNode array)) {
            throw new RefusedLineException("\"observations\" is not a list of texts");
        }
        List<String> texts = new ArrayList<>(array.size());
        for (JsonNode each : array) {
            if (!each.isTextual()) {
                throw new RefusedLineException(
                        "\"observations\" holds " + each + ", which is not a text");
            }
            if (!each.textValue().isBlank()) {
                texts.add(each.textValue());
            }
        }
        return texts;
    }

    private static String text(ObjectNode line, String field) throws RefusedLineException {
        JsonNode value = line.path(field);
        if (!value.isTextual()) {
            throw new RefusedLineException(
                    value.isMissingNode()
                            ? "\"" + field + "\" is missing"
                            : "\"" + field + "\" is " + value + ", which is not a text");
        }
        return value.textValue();
    }
}
