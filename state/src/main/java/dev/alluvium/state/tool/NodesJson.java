package dev.alluvium.state.tool;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.graph.Claim;
import dev.alluvium.state.graph.read.ShownEntity;
import dev.alluvium.state.graph.read.ShownFact;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.record.RecordJson;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A graph as the Model Context Protocol's memory server shows it: names and texts. */
final class NodesJson {

    private NodesJson() {}

    /** Entities with all relations from them and to them, each once. */
    static ObjectNode write(List<ShownEntity> entities) {
        Map<String, ShownFact> relations = new LinkedHashMap<>();
        for (ShownEntity entity : entities) {
            entity.relations().forEach(each -> relations.putIfAbsent(each.fact().id(), each));
        }
        return write(entities, List.copyOf(relations.values()));
    }

    static ObjectNode write(List<ShownEntity> entities, List<ShownFact> relations) {
        ObjectNode json = Json.object();
        ArrayNode nodes = json.putArray("entities");
        for (ShownEntity each : entities) {
            ObjectNode node = nodes.addObject();
            node.put("name", each.entity().name());
            node.put("entityType", each.type());
            RecordJson.putTexts(
                    node,
                    "observations",
                    each.observations().stream().map(NodesJson::text).toList());
        }
        ArrayNode edges = json.putArray("relations");
        for (ShownFact each : relations) {
            edges.addObject()
                    .put("from", each.subject().name())
                    .put("to", each.target().name())
                    .put("relationType", text(each));
        }
        return json;
    }

    /** The text of an observation, the type of a relation. */
    private static String text(ShownFact fact) {
        return fact.version()
                .content()
                .match(
                        new Claim.Visitor<String>() {
                            @Override
                            public String observation(Claim.Observation observation) {
                                return observation.text();
                            }

                            @Override
                            public String relation(Claim.Relation relation) {
                                return relation.type();
                            }
                        });
    }
}
