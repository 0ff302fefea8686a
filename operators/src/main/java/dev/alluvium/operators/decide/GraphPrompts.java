package dev.alluvium.operators.decide;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.command.AssertFacts;
import dev.alluvium.state.decide.SessionQuestion;
import dev.alluvium.state.decide.SessionQuestion.Said;
import dev.alluvium.state.graph.EntityDraft;
import dev.alluvium.state.graph.EntityRef;
import dev.alluvium.state.graph.ObservationDraft;
import dev.alluvium.state.graph.ObservationsDraft;
import dev.alluvium.state.graph.Provenance;
import dev.alluvium.state.graph.RelationDraft;
import dev.alluvium.state.json.Fields;
import dev.alluvium.state.json.WholeText;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * What a model is asked about the graph beside what it is asked about a session, and what is taken
 * from its answer: the facts whose form is right, each once for each turn that says it.
 */
final class GraphPrompts {

    static final String INSTRUCTIONS =
            """

            Answer as well with what the turns say of people, organisations, places and things, in the language of the \
            turns, at most 50 of each:
            - entities: those that the facts below name, each with its name, and its type as one common noun such as \
            person. The material's "entities" are those the memory has: use their names where they are meant.
            - observations: what is so of one entity: its name as entity, content as a short statement without the \
            name, and attribute only where content is its value, such as timezone.
            - relations: how two entities stand to each other: their names as source and target, and a type such as \
            works_at.
            - Where an attribute or type of the material's "single_valued" is meant, write it as it stands there.
            Each observation and relation has turns as above, and, only where the turns say so, valid_from, when it \
            began to hold, and valid_to, the first moment at which it no longer holds: both as YYYY-MM-DD or with a time \
            as in ISO 8601. What is said as "last week" is seen from the "at" of its own turn.""";

    private static final int MOST = 50;

    /** Most turns that a fact is said to come from; with them all, a command has what it may. */
    private static final int MOST_TURNS = AssertFacts.MAX_ITEMS / (2 * MOST);

    private GraphPrompts() {}

    /** Adds what is wanted to the schema of an answer. */
    static void want(ObjectNode properties) {
        ObjectNode entity = SavePrompts.object();
        texts(entity, "name", "type");
        SavePrompts.require(entity, "name");
        ObjectNode observation = SavePrompts.object();
        texts(observation, "entity", "content", "attribute", "valid_from", "valid_to");
        SessionPrompts.turns(observation);
        SavePrompts.require(observation, "entity", "content", "turns");
        ObjectNode relation = SavePrompts.object();
        texts(relation, "source", "type", "target", "valid_from", "valid_to");
        SessionPrompts.turns(relation);
        SavePrompts.require(relation, "source", "type", "target", "turns");
        properties.putObject("entities").put("type", "array").set("items", entity);
        properties.putObject("observations").put("type", "array").set("items", observation);
        properties.putObject("relations").put("type", "array").set("items", relation);
    }

    private static void texts(ObjectNode schema, String... names) {
        ObjectNode properties = (ObjectNode) schema.get("properties");
        for (String name : names) {
            properties.putObject(name).put("type", "string");
        }
    }

    /** The facts; what cannot be one, or comes from no turn, is passed over. */
    static AssertFacts facts(ObjectNode answer, SessionQuestion question) {
        return AssertFacts.found(
                question.memory(),
                found(answer.path("entities"), node -> List.of(entity(node))),
                found(
                        answer.path("observations"),
                        node -> each(node, question, GraphPrompts::observation)),
                found(
                        answer.path("relations"),
                        node -> each(node, question, GraphPrompts::relation)));
    }

    private static <T> List<T> found(JsonNode items, Function<JsonNode, List<T>> read) {
        List<List<T>> found = new ArrayList<>();
        for (JsonNode item : items) {
            List<T> drafts = found.size() < MOST ? drafts(item, read) : List.of();
            if (!drafts.isEmpty()) {
                found.add(drafts);
            }
        }
        return found.stream().flatMap(List::stream).toList();
    }

    private static <T> List<T> drafts(JsonNode item, Function<JsonNode, List<T>> read) {
        try {
            return read.apply(item);
        } catch (IllegalArgumentException | DateTimeException e) {
            // A blank or long name, times turned round or none: it would say what nobody said.
            return List.of();
        }
    }

    /** A fact for each turn that says it, the first turn first. */
    private static <T> List<T> each(
            JsonNode node, SessionQuestion question, BiFunction<JsonNode, Provenance, T> fact) {
        return SessionPrompts.saying(node, question).stream()
                .limit(MOST_TURNS)
                .map(turn -> fact.apply(node, source(turn, question)))
                .toList();
    }

    private static Provenance source(Said turn, SessionQuestion question) {
        return new Provenance(turn.author(), question.session(), turn.id(), null, null);
    }

    private static EntityDraft entity(JsonNode node) {
        return new EntityDraft(null, text(node, "name"), text(node, "type"), false, null, null);
    }

    private static ObservationsDraft observation(JsonNode node, Provenance source) {
        ObservationDraft said =
                new ObservationDraft(
                        null,
                        text(node, "content"),
                        text(node, "attribute"),
                        null,
                        time(node, "valid_from"),
                        time(node, "valid_to"),
                        source,
                        null);
        return new ObservationsDraft(EntityRef.of(text(node, "entity")), List.of(said));
    }

    private static RelationDraft relation(JsonNode node, Provenance source) {
        return new RelationDraft(
                null,
                EntityRef.of(text(node, "source")),
                text(node, "type"),
                EntityRef.of(text(node, "target")),
                null,
                time(node, "valid_from"),
                time(node, "valid_to"),
                source,
                null);
    }

    /** Null where there is none, or a blank one. */
    private static String text(JsonNode node, String name) {
        JsonNode value = node.path(name);
        String text = value.isTextual() ? WholeText.of(value.textValue()).strip() : "";
        return text.isEmpty() ? null : text;
    }

    /** Null where none is given. */
    private static Instant time(JsonNode node, String name) {
        JsonNode value = node.path(name);
        boolean isText = value.isTextual();
        if (value.isMissingNode() || value.isNull() || isText && value.textValue().isBlank()) {
            return null;
        }
        if (!isText) {
            throw new IllegalArgumentException(name + " is no text");
        }
        return Fields.parseInstant(value.textValue());
    }
}
