package dev.alluvium.state.tool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.command.AssertFacts;
import dev.alluvium.state.command.DeleteFacts;
import dev.alluvium.state.command.ReviseFact;
import dev.alluvium.state.graph.EntityDraft;
import dev.alluvium.state.graph.EntityRef;
import dev.alluvium.state.graph.GraphSelection;
import dev.alluvium.state.graph.ObservationDraft;
import dev.alluvium.state.graph.RelationDraft;
import dev.alluvium.state.graph.Revision;
import dev.alluvium.state.graph.read.ShownJson;
import dev.alluvium.state.json.Fields;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.outcome.ItemOutcome;
import dev.alluvium.state.outcome.ItemOutcome.Action;
import dev.alluvium.state.query.DrawProfile;
import dev.alluvium.state.query.MatchesJson;
import dev.alluvium.state.query.SearchMemory;
import dev.alluvium.state.query.TellEntityHistory;
import dev.alluvium.state.query.TellFactHistory;
import dev.alluvium.state.record.RecordJson;
import java.util.List;

/** The house's own tools. A reader answers null where it noted a problem. */
final class AgentTools {

    private static final int MAX_QUERY_BYTES = 8 * 1024;
    private static final int MAX_LIMIT = 100;

    private AgentTools() {}

    static ToolCall remember(Fields fields, ToolCaller caller) {
        fields.require("entity");
        fields.require("facts");
        String name = fields.text("entity");
        String type = fields.text("entity_type");
        List<ObservationDraft> facts = fields.parsedList("facts", ObservationDraft::ofContent);
        if (name == null || facts == null) {
            return null;
        }
        EntityDraft entity = new EntityDraft(null, name, type, false, null, facts);
        AssertFacts command =
                new AssertFacts(
                        caller.memory(),
                        caller.idempotencyKey(),
                        List.of(entity),
                        List.of(),
                        List.of(),
                        true);
        return new ToolCall.Write(
                command,
                outcome ->
                        ToolAnswer.of(
                                Json.object()
                                        .put("stored", true)
                                        .put("entity", entity.name())
                                        .put(
                                                "facts_added",
                                                outcome.items().stream()
                                                        .skip(1)
                                                        .filter(AgentTools::isNew)
                                                        .count())));
    }

    /** Whether it says something that was not believed before. */
    static boolean isNew(ItemOutcome item) {
        return item.action() == Action.INSERTED || item.action() == Action.UPDATED;
    }

    static boolean isCreated(ItemOutcome item) {
        return item.action() == Action.INSERTED;
    }

    static ToolCall relate(Fields fields, ToolCaller caller) {
        List.of("source", "relation", "target").forEach(fields::require);
        String source = fields.text("source");
        String type = fields.text("relation");
        String target = fields.text("target");
        if (source == null || type == null || target == null) {
            return null;
        }
        RelationDraft relation = RelationDraft.of(source, type, target);
        AssertFacts command =
                new AssertFacts(
                        caller.memory(),
                        caller.idempotencyKey(),
                        List.of(),
                        List.of(),
                        List.of(relation),
                        true);
        return new ToolCall.Write(
                command,
                outcome -> {
                    ItemOutcome item = outcome.items().get(0);
                    return ToolAnswer.of(
                            Json.object()
                                    .put("related", true)
                                    .put("source", relation.source().name())
                                    .put("relation", relation.type())
                                    .put("target", relation.target().name())
                                    .put("is_new", isNew(item))
                                    .put("id", held(item)));
                });
    }

    private static String held(ItemOutcome item) {
        return item.duplicateOf() == null ? item.id() : item.duplicateOf();
    }

    static ToolCall recall(Fields fields, ToolCaller caller) {
        fields.require("query");
        String query = fields.text("query", MAX_QUERY_BYTES);
        int limit = fields.integer("limit", 1, MAX_LIMIT, 10);
        if (fields.hasProblems()) {
            return null;
        }
        return new ToolCall.Read<>(
                () ->
                        new SearchMemory(
                                query,
                                caller.embedding().apply(query),
                                limit,
                                null,
                                false,
                                caller.defaults(),
                                caller.when()),
                found -> ToolAnswer.of(MatchesJson.write(found, limit)),
                new ToolCall.Sought<>(query, limit, found -> found.best(limit).size()));
    }

    static ToolCall profile(Fields fields, ToolCaller caller) {
        DrawProfile profile =
                new DrawProfile(
                        fields.integer("entities", 1, MAX_LIMIT, DrawProfile.ENTITIES),
                        fields.integer("observations", 1, MAX_LIMIT, DrawProfile.OBSERVATIONS),
                        0,
                        caller.when());
        return new ToolCall.Read<>(
                profile, card -> new ToolAnswer(Json.object().put("card", card), card));
    }

    static ToolCall history(Fields fields, ToolCaller caller) {
        EntityRef of = entity(fields);
        String id = fields.text("id");
        if ((of == null) == (id == null) && !fields.hasProblems()) {
            fields.problem("", "give either entity or id");
        }
        if (id != null) {
            return new ToolCall.Read<>(
                    new TellFactHistory(id),
                    held -> {
                        if (held == null) {
                            throw new NotKnownException("there is no fact \"" + id + "\" here");
                        }
                        return ToolAnswer.of(ShownJson.write(held));
                    });
        }
        return new ToolCall.Read<>(
                new TellEntityHistory(of),
                history -> {
                    if (history == null) {
                        throw new NotKnownException("there is no entity \"" + of + "\" here");
                    }
                    return ToolAnswer.of(ShownJson.write(history));
                });
    }

    /** The entity that is named, or null. */
    private static EntityRef entity(Fields fields) {
        String name = fields.text("entity");
        String type = fields.text("entity_type");
        if (name == null && type != null) {
            fields.problem("entity_type", "entity_type is given without entity");
        }
        return name == null ? null : new EntityRef(name, type);
    }

    static ToolCall invalidate(Fields fields, ToolCaller caller) {
        fields.require("id");
        String id = fields.text("id");
        Revision revision = new Revision.Invalidate(fields.instant("at"));
        return new ToolCall.Write(
                new ReviseFact(caller.memory(), caller.idempotencyKey(), id, revision),
                outcome -> {
                    ItemOutcome item = outcome.items().get(0);
                    ObjectNode json =
                            Json.object()
                                    .put("invalidated", item.action() == Action.UPDATED)
                                    .put("id", id);
                    RecordJson.put(json, "reason", item.reason());
                    return ToolAnswer.of(json);
                });
    }

    static ToolCall forget(Fields fields, ToolCaller caller) {
        EntityRef of = entity(fields);
        List<String> facts = fields.texts("facts");
        List<String> ids = fields.texts("ids");
        if (of == null && facts != null) {
            fields.problem("facts", "facts are given without entity; name what they are about");
        }
        if (of == null && ids == null && !fields.hasProblems()) {
            fields.problem("", "nothing is selected; give entity, entity and facts, or ids");
        }
        if (fields.hasProblems()) {
            return null;
        }
        GraphSelection selection =
                new GraphSelection(
                        of == null || facts != null ? null : List.of(of),
                        facts == null || facts.isEmpty()
                                ? null
                                : List.of(new GraphSelection.Observations(of, facts)),
                        null,
                        ids,
                        null,
                        null);
        if (selection.isEmpty()) {
            return new ToolCall.Done(forgotten(0));
        }
        return new ToolCall.Write(
                new DeleteFacts(caller.memory(), caller.idempotencyKey(), selection),
                outcome -> forgotten(outcome.forgotten()));
    }

    private static ToolAnswer forgotten(long count) {
        return ToolAnswer.of(Json.object().put("forgotten", count));
    }
}
