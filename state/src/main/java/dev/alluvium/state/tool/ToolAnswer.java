package dev.alluvium.state.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * What a tool answers.
 *
 * @param json for programs
 * @param text for a model to read
 */
public record ToolAnswer(ObjectNode json, String text) {

    /** Of which a model reads the same as programs. */
    static ToolAnswer of(ObjectNode json) {
        return of(json, json);
    }

    /** Of which a model reads a part. */
    static ToolAnswer of(ObjectNode json, JsonNode part) {
        return new ToolAnswer(json, part.toPrettyString());
    }
}
