package dev.alluvium.state.tool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.json.Fields;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/**
 * The catalogue of tools. The last nine are those of the Model Context Protocol's memory server, by
 * its names and with its arguments and answers, so that its clients need not change.
 */
public enum Tool {
    REMEMBER(
            "Store facts about a person, place, preference or topic. Creates it where it is new, and"
                    + " stores no fact twice.",
            Effect.ADDS,
            new ArgumentSchema()
                    .text("entity", "Name of what the facts are about, such as Alice")
                    .texts("facts", "Short facts, each true by itself")
                    .optionalText("entity_type", "What it is, such as person"),
            AgentTools::remember),
    RELATE(
            "Store how two things relate, such as Alice works_at Acme. Creates either where it is new.",
            Effect.ADDS,
            new ArgumentSchema()
                    .text("source", "Name of the one that the relation starts from")
                    .text("relation", "Type of the relation in active voice, such as works_at")
                    .text("target", "Name of the one that it leads to"),
            AgentTools::relate),
    RECALL(
            "Search everything remembered: facts, records and what was said. A blank query gives an"
                    + " overview.",
            Effect.READS,
            new ArgumentSchema()
                    .text("query", "What to look for, in plain words")
                    .optionalInteger("limit", 1, 100, "Most results, 10 by default"),
            AgentTools::recall),
    PROFILE(
            "Read a short overview of who and what the memory is about.",
            Effect.READS,
            new ArgumentSchema()
                    .optionalInteger("entities", 1, 100, "Most things, 12 by default")
                    .optionalInteger("observations", 1, 100, "Most facts of each, 5 by default"),
            AgentTools::profile),
    HISTORY(
            "Tell all that was ever known of a thing or of one fact, also what no longer holds. Give"
                    + " entity or id.",
            Effect.READS,
            new ArgumentSchema()
                    .optionalText("entity", "Name of the thing")
                    .optionalText("entity_type", "What it is, where several have the name")
                    .optionalText("id", "Id of a fact"),
            AgentTools::history),
    INVALIDATE(
            "Say that a fact has stopped being true. It stays in the history.",
            Effect.ADDS,
            new ArgumentSchema()
                    .text("id", "Id of the fact, as recall and history give it")
                    .optionalText("at", "When it stopped, ISO 8601; now by default"),
            AgentTools::invalidate),
    FORGET(
            "Delete for good: a thing with all facts about it, some facts about it by their texts, or"
                    + " facts by their ids. What has only stopped being true is better invalidated.",
            Effect.DELETES,
            new ArgumentSchema()
                    .optionalText("entity", "Name of the thing")
                    .optionalText("entity_type", "What it is, where several have the name")
                    .optionalTexts("facts", "Texts of facts about it; all of it without them")
                    .optionalTexts("ids", "Ids of facts"),
            AgentTools::forget),
    CREATE_ENTITIES(
            "Create multiple new entities in the knowledge graph",
            Effect.ADDS,
            new ArgumentSchema()
                    .objects("entities", "The entities to create", MemoryServerTools.ENTITY),
            MemoryServerTools::createEntities),
    CREATE_RELATIONS(
            "Create multiple new relations between entities in the knowledge graph. Relations should"
                    + " be in active voice",
            Effect.ADDS,
            new ArgumentSchema()
                    .objects("relations", "The relations to create", MemoryServerTools.RELATION),
            MemoryServerTools::createRelations),
    ADD_OBSERVATIONS(
            "Add new observations to existing entities in the knowledge graph",
            Effect.ADDS,
            new ArgumentSchema()
                    .objects(
                            "observations",
                            "The observations to add",
                            new ArgumentSchema()
                                    .text("entityName", "The name of the entity to add them to")
                                    .texts("contents", "The observations")),
            MemoryServerTools::addObservations),
    DELETE_ENTITIES(
            "Delete multiple entities and their associated relations from the knowledge graph",
            Effect.DELETES,
            new ArgumentSchema().texts("entityNames", "The names of the entities to delete"),
            MemoryServerTools::deleteEntities),
    DELETE_OBSERVATIONS(
            "Delete specific observations from entities in the knowledge graph",
            Effect.DELETES,
            new ArgumentSchema()
                    .objects(
                            "deletions",
                            "The observations to delete",
                            new ArgumentSchema()
                                    .text("entityName", "The name of the entity that has them")
                                    .texts("observations", "The observations")),
            MemoryServerTools::deleteObservations),
    DELETE_RELATIONS(
            "Delete multiple relations from the knowledge graph",
            Effect.DELETES,
            new ArgumentSchema()
                    .objects("relations", "The relations to delete", MemoryServerTools.RELATION),
            MemoryServerTools::deleteRelations),
    READ_GRAPH(
            "Read the entire knowledge graph",
            Effect.READS,
            new ArgumentSchema(),
            MemoryServerTools::readGraph),
    SEARCH_NODES(
            "Search for nodes in the knowledge graph based on a query",
            Effect.READS,
            new ArgumentSchema()
                    .text(
                            "query",
                            "The search query to match against entity names, types, and observation"
                                    + " content"),
            MemoryServerTools::searchNodes),
    OPEN_NODES(
            "Open specific nodes in the knowledge graph by their names",
            Effect.READS,
            new ArgumentSchema().texts("names", "The names of the entities to retrieve"),
            MemoryServerTools::openNodes);

    /** What a tool does to the memory. */
    public enum Effect {
        READS,
        ADDS,
        DELETES
    }

    private final String description;
    private final Effect effect;
    private final ArgumentSchema schema;
    private final BiFunction<Fields, ToolCaller, ToolCall> reader;

    Tool(
            String description,
            Effect effect,
            ArgumentSchema schema,
            BiFunction<Fields, ToolCaller, ToolCall> reader) {
        this.description = description;
        this.effect = effect;
        this.schema = schema;
        this.reader = reader;
    }

    /** The name that agents call it by, such as {@code create_entities}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    public String description() {
        return description;
    }

    public Effect effect() {
        return effect;
    }

    /** The JSON Schema of its arguments. */
    public ObjectNode schema() {
        return schema.json();
    }

    /**
     * What is to be done for a call with these arguments; throws {@link
     * dev.alluvium.state.json.InvalidInputException} with all that is wrong with them.
     */
    public ToolCall call(Fields arguments, ToolCaller caller) {
        return arguments.read(fields -> reader.apply(fields, caller));
    }

    public static Tool of(String key) {
        for (Tool tool : values()) {
            if (tool.key().equals(key)) {
                return tool;
            }
        }
        throw new IllegalArgumentException(
                "there is no tool \""
                        + key
                        + "\"; known: "
                        + Arrays.stream(values()).map(Tool::key).collect(Collectors.joining(", ")));
    }
}
