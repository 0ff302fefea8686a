package dev.alluvium.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** The facts of the graph as a person reads them. */
final class FactLines {

    private static final int DATE_CHARACTERS = 10;

    private FactLines() {}

    /** An entity with its type and its other names. */
    static String head(JsonNode entity) {
        List<String> aliases = new ArrayList<>();
        entity.path("aliases").forEach(alias -> aliases.add(alias.asText()));
        String head = entity.path("name").asText() + " (" + entity.path("type").asText() + ")";
        return aliases.isEmpty() ? head : head + ", also " + String.join(", ", aliases);
    }

    /** Everything that an entity shows, observations first. */
    static List<JsonNode> facts(JsonNode entity) {
        List<JsonNode> facts = new ArrayList<>();
        entity.path("observations").forEach(facts::add);
        entity.path("relations").forEach(facts::add);
        return facts;
    }

    /** What a fact about {@code entity} says, without naming it where it comes first. */
    static String says(JsonNode fact, String entity) {
        if (fact.has("target")) {
            String source = fact.path("source").asText();
            return (source.equals(entity) ? "" : source + " ")
                    + fact.path("type").asText()
                    + " → "
                    + fact.path("target").asText();
        }
        String attribute = fact.path("attribute").asText("");
        return (attribute.isEmpty() ? "" : attribute + ": ") + fact.path("content").asText();
    }

    /** The day of an instant; a dash where there is none. */
    static String day(JsonNode time) {
        String text = time.asText("");
        return time.isTextual() ? text.substring(0, Math.min(DATE_CHARACTERS, text.length())) : "-";
    }
}
