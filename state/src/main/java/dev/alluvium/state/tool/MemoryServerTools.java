package dev.alluvium.state.tool;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.command.AssertFacts;
import dev.alluvium.state.command.DeleteFacts;
import dev.alluvium.state.graph.EntityDraft;
import dev.alluvium.state.graph.EntityRef;
import dev.alluvium.state.graph.GraphSelection;
import dev.alluvium.state.graph.ObservationDraft;
import dev.alluvium.state.graph.ObservationsDraft;
import dev.alluvium.state.graph.RelationDraft;
import dev.alluvium.state.json.Fields;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.outcome.CommandOutcome;
import dev.alluvium.state.query.OpenNodes;
import dev.alluvium.state.query.ReadGraph;
import dev.alluvium.state.query.SearchGraph;
import dev.alluvium.state.record.RecordJson;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The tools of the Model Context Protocol's memory server. It has no times: what it is told holds
 * from now on, and it is shown what holds now. It takes blank texts; they say nothing and are left
 * out here. It keeps a relation whose ends it does not know; they are created here.
 */
final class MemoryServerTools {

    static final ArgumentSchema ENTITY =
            new ArgumentSchema()
                    .text("name", "The name of the entity")
                    .text("entityType", "The type of the entity")
                    .texts(
                            "observations",
                            "An array of observation contents associated with the entity");

    static final ArgumentSchema RELATION =
            new ArgumentSchema()
                    .text("from", "The name of the entity where the relation starts")
                    .text("to", "The name of the entity where the relation ends")
                    .text("relationType", "The type of the relation");

    /** That server has no limit; beyond this its answers are of no use to a model. */
    private static final int MAX_FOUND = 100;

    private static final int MAX_READ = 10_000;
    private static final int MAX_QUERY_BYTES = 8 * 1024;

    private MemoryServerTools() {}

    private record Entity(String name, String type, List<String> observations) {

        EntityDraft draft() {
            return new EntityDraft(
                    null,
                    name,
                    type.isBlank() ? null : type,
                    false,
                    null,
                    observations.stream().map(ObservationDraft::ofContent).toList());
        }

        ObjectNode json() {
            ObjectNode json = Json.object().put("name", name).put("entityType", type);
            RecordJson.putTexts(json, "observations", observations);
            return json;
        }
    }

    private record Relation(String from, String to, String type) {

        ObjectNode json() {
            return Json.object().put("from", from).put("to", to).put("relationType", type);
        }
    }

    private record Contents(String entity, List<String> texts) {}

    static ToolCall createEntities(Fields fields, ToolCaller caller) {
        List<Entity> given = list(fields, "entities", MemoryServerTools::entity);
        if (given == null) {
            return null;
        }
        return state(
                caller,
                given.stream().map(Entity::draft).toList(),
                List.of(),
                List.of(),
                outcome -> {
                    ObjectNode json = Json.object();
                    ArrayNode created = json.putArray("entities");
                    int item = 0;
                    for (Entity entity : given) {
                        if (AgentTools.isCreated(outcome.items().get(item))) {
                            created.add(entity.json());
                        }
                        item += 1 + entity.observations().size();
                    }
                    return ToolAnswer.of(json, created);
                });
    }

    static ToolCall createRelations(Fields fields, ToolCaller caller) {
        List<Relation> given = list(fields, "relations", MemoryServerTools::relation);
        if (given == null) {
            return null;
        }
        return state(
                caller,
                List.of(),
                List.of(),
                given.stream().map(r -> RelationDraft.of(r.from(), r.type(), r.to())).toList(),
                outcome -> {
                    ObjectNode json = Json.object();
                    ArrayNode created = json.putArray("relations");
                    for (int i = 0; i < given.size(); i++) {
                        if (AgentTools.isNew(outcome.items().get(i))) {
                            created.add(given.get(i).json());
                        }
                    }
                    return ToolAnswer.of(json, created);
                });
    }

    static ToolCall addObservations(Fields fields, ToolCaller caller) {
        List<Contents> given = list(fields, "observations", contents("contents"));
        if (given == null) {
            return null;
        }
        return state(
                caller,
                List.of(),
                given.stream()
                        .map(
                                each ->
                                        new ObservationsDraft(
                                                EntityRef.of(each.entity()),
                                                each.texts().stream()
                                                        .map(ObservationDraft::ofContent)
                                                        .toList()))
                        .toList(),
                List.of(),
                outcome -> {
                    ObjectNode json = Json.object();
                    ArrayNode results = json.putArray("results");
                    int item = 0;
                    for (Contents each : given) {
                        List<String> added = new ArrayList<>();
                        for (String text : each.texts()) {
                            if (AgentTools.isNew(outcome.items().get(item++))) {
                                added.add(text);
                            }
                        }
                        RecordJson.putTexts(
                                results.addObject().put("entityName", each.entity()),
                                "addedObservations",
                                added);
                    }
                    return ToolAnswer.of(json, results);
                });
    }

    /** An assertion; that of nothing is answered as if it was applied. */
    private static ToolCall state(
            ToolCaller caller,
            List<EntityDraft> entities,
            List<ObservationsDraft> observations,
            List<RelationDraft> relations,
            Function<CommandOutcome, ToolAnswer> answer) {
        if (entities.isEmpty() && observations.isEmpty() && relations.isEmpty()) {
            return new ToolCall.Done(answer.apply(new CommandOutcome(null, List.of(), 0, null)));
        }
        return new ToolCall.Write(
                new AssertFacts(
                        caller.memory(),
                        caller.idempotencyKey(),
                        entities,
                        observations,
                        relations,
                        !relations.isEmpty()),
                answer);
    }

    static ToolCall deleteEntities(Fields fields, ToolCaller caller) {
        fields.require("entityNames");
        List<EntityRef> names = fields.parsedList("entityNames", EntityRef::of);
        return delete(
                caller,
                new GraphSelection(names, null, null, null, null, null),
                "Entities deleted successfully");
    }

    static ToolCall deleteObservations(Fields fields, ToolCaller caller) {
        List<Contents> given = list(fields, "deletions", contents("observations"));
        return given == null
                ? null
                : delete(
                        caller,
                        new GraphSelection(
                                null,
                                given.stream()
                                        .map(
                                                each ->
                                                        new GraphSelection.Observations(
                                                                EntityRef.of(each.entity()),
                                                                each.texts()))
                                        .toList(),
                                null,
                                null,
                                null,
                                null),
                        "Observations deleted successfully");
    }

    static ToolCall deleteRelations(Fields fields, ToolCaller caller) {
        List<Relation> given = list(fields, "relations", MemoryServerTools::relation);
        return given == null
                ? null
                : delete(
                        caller,
                        new GraphSelection(
                                null,
                                null,
                                given.stream()
                                        .map(
                                                each ->
                                                        new GraphSelection.Triple(
                                                                EntityRef.of(each.from()),
                                                                each.type(),
                                                                EntityRef.of(each.to())))
                                        .toList(),
                                null,
                                null,
                                null),
                        "Relations deleted successfully");
    }

    private static ToolCall delete(ToolCaller caller, GraphSelection selection, String message) {
        ToolAnswer done =
                new ToolAnswer(Json.object().put("success", true).put("message", message), message);
        return selection.isEmpty()
                ? new ToolCall.Done(done)
                : new ToolCall.Write(
                        new DeleteFacts(caller.memory(), caller.idempotencyKey(), selection),
                        outcome -> done);
    }

    static ToolCall readGraph(Fields fields, ToolCaller caller) {
        return new ToolCall.Read<>(
                new ReadGraph(MAX_READ, null, caller.when()),
                page -> {
                    if (page.nextCursor() != null) {
                        throw new IllegalArgumentException(
                                "the graph has more than "
                                        + MAX_READ
                                        + " entities; use search_nodes or open_nodes");
                    }
                    return ToolAnswer.of(NodesJson.write(page.entities(), page.relations()));
                });
    }

    static ToolCall searchNodes(Fields fields, ToolCaller caller) {
        fields.require("query");
        String query = fields.text("query", MAX_QUERY_BYTES);
        return query == null
                ? null
                : new ToolCall.Read<>(
                        () ->
                                new SearchGraph(
                                        query,
                                        caller.factEmbedding().apply(query),
                                        MAX_FOUND,
                                        caller.when()),
                        found ->
                                ToolAnswer.of(
                                        NodesJson.write(
                                                found.matches().stream()
                                                        .map(match -> match.node())
                                                        .toList())),
                        new ToolCall.Sought<>(query, MAX_FOUND, found -> found.matches().size()));
    }

    static ToolCall openNodes(Fields fields, ToolCaller caller) {
        fields.require("names");
        List<EntityRef> names = fields.parsedList("names", EntityRef::of);
        return names == null
                ? null
                : new ToolCall.Read<>(
                        new OpenNodes(names, caller.when()),
                        opened -> ToolAnswer.of(NodesJson.write(opened.nodes())));
    }

    private static <T> List<T> list(Fields fields, String name, Function<Fields, T> reader) {
        fields.require(name);
        List<T> items = fields.objects(name, AssertFacts.MAX_ITEMS, reader);
        return fields.hasProblems() ? null : items;
    }

    private static Entity entity(Fields fields) {
        List.of("name", "entityType", "observations").forEach(fields::require);
        String name = fields.text("name");
        String type = fields.text("entityType");
        List<String> observations = fields.texts("observations");
        return name == null || type == null || observations == null
                ? null
                : checked(new Entity(name, type, said(observations)), Entity::draft);
    }

    /** Refuses where it stands what cannot be. */
    private static <T> T checked(T item, Function<T, ?> made) {
        made.apply(item);
        return item;
    }

    private static Relation relation(Fields fields) {
        List.of("from", "to", "relationType").forEach(fields::require);
        String from = fields.text("from");
        String to = fields.text("to");
        String type = fields.text("relationType");
        return from == null || to == null || type == null
                ? null
                : checked(
                        new Relation(from, to, type),
                        each -> RelationDraft.of(each.from(), each.type(), each.to()));
    }

    private static Function<Fields, Contents> contents(String field) {
        return fields -> {
            fields.require("entityName");
            fields.require(field);
            String entity = fields.parsed("entityName", text -> checked(text, EntityRef::of));
            List<String> texts = fields.texts(field);
            return entity == null || texts == null ? null : new Contents(entity, said(texts));
        };
    }

    private static List<String> said(List<String> texts) {
        return texts.stream().filter(text -> !text.isBlank()).toList();
    }
}
