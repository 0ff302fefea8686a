package dev.alluvium.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A graph as the MCP memory server knows it, gathered from the rows of an export. */
final class McpMemory {

    private final Map<String, Node> nodes = new LinkedHashMap<>();
    private final Set<Edge> edges = new LinkedHashSet<>();

    private record Node(String type, Set<String> observations) {}

    private record Edge(String from, String to, String type) {}

    void add(ObjectNode row) {
        JsonNode entity = row.path("entity");
        JsonNode observation = row.path("observation");
        JsonNode relation = row.path("relation");
        if (entity.isObject()) {
            node(entity.path("name").asText(), entity.path("type").asText());
        } else if (observation.isObject()) {
            JsonNode of = observation.path("entity");
            node(name(of), of.path("type").asText())
                    .observations()
                    .add(observation.path("content").asText());
        } else if (relation.isObject()) {
            edges.add(
                    new Edge(
                            name(relation.path("source")),
                            name(relation.path("target")),
                            relation.path("type").asText()));
        }
    }

    /** Its lines: entities, then relations. */
    List<ObjectNode> lines() {
        List<ObjectNode> lines = new ArrayList<>();
        nodes.forEach(
                (name, node) -> {
                    ObjectNode line = Json.object().put("type", "entity").put("name", name);
                    line.put("entityType", node.type());
                    node.observations().forEach(line.putArray("observations")::add);
                    lines.add(line);
                });
        for (Edge edge : edges) {
            lines.add(
                    Json.object()
                            .put("type", "relation")
                            .put("from", edge.from())
                            .put("to", edge.to())
                            .put("relationType", edge.type()));
        }
        return lines;
    }

    private Node node(String name, String type) {
        return nodes.computeIfAbsent(name, none -> new Node(type, new LinkedHashSet<>()));
    }

    private static String name(JsonNode reference) {
        return reference.isObject() ? reference.path("name").asText() : reference.asText();
    }
}
