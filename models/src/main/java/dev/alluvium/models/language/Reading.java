package dev.alluvium.models.language;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is read out of a model's text: an object of the schema, or what is wrong with it.
 *
 * @param problems empty if the object can be used
 */
record Reading(ObjectNode object, List<String> problems) {

    /** What some local models think aloud before they answer. */
    private static final Pattern THOUGHT = Pattern.compile("(?s)^\\s*<think>.*?</think>");

    private static final Pattern FENCED = Pattern.compile("(?s)```[a-zA-Z]*\\s*(.*?)```");

    static Reading of(String text, JsonNode schema) {
        if (text == null || text.isBlank()) {
            return new Reading(null, List.of("the answer is empty"));
        }
        String malformed = null;
        for (String candidate : candidates(THOUGHT.matcher(text).replaceFirst("").strip())) {
            try {
                if (Json.MAPPER.readTree(candidate) instanceof ObjectNode object) {
                    SchemaCheck check = new SchemaCheck();
                    ObjectNode kept = check.check(object, schema);
                    return new Reading(kept, check.problems());
                }
            } catch (JsonProcessingException e) {
                malformed = malformed == null ? e.getOriginalMessage() : malformed;
            }
        }
        return new Reading(
                null,
                List.of(
                        "the answer is not a JSON object"
                                + (malformed == null ? "" : ": " + malformed)));
    }

    boolean isUsable() {
        return problems.isEmpty();
    }

    /** Where the object may stand: the whole, what is fenced, what is between the outer braces. */
    private static List<String> candidates(String text) {
        List<String> candidates = new ArrayList<>();
        candidates.add(text);
        Matcher fenced = FENCED.matcher(text);
        if (fenced.find()) {
            candidates.add(fenced.group(1));
        }
        int open = text.indexOf('{');
        int close = text.lastIndexOf('}');
        if (open >= 0 && close > open) {
            candidates.add(text.substring(open, close + 1));
        }
        return candidates;
    }
}
