package dev.alluvium.state.tool;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.json.Json;

/** Builds the JSON Schema of a tool's arguments. */
final class ArgumentSchema {

    private final ObjectNode json = Json.object().put("type", "object");
    private final ObjectNode properties = json.putObject("properties");
    private final ArrayNode required = Json.MAPPER.createArrayNode();

    ArgumentSchema text(String name, String description) {
        return require(name, Json.object().put("type", "string").put("description", description));
    }

    ArgumentSchema texts(String name, String description) {
        ObjectNode list = Json.object().put("type", "array").put("description", description);
        list.putObject("items").put("type", "string");
        return require(name, list);
    }

    ArgumentSchema objects(String name, String description, ArgumentSchema item) {
        ObjectNode list = Json.object().put("type", "array").put("description", description);
        list.set("items", item.json());
        return require(name, list);
    }

    ArgumentSchema optionalText(String name, String description) {
        return optional(name, Json.object().put("type", "string").put("description", description));
    }

    ArgumentSchema optionalTexts(String name, String description) {
        ObjectNode list = Json.object().put("type", "array").put("description", description);
        list.putObject("items").put("type", "string");
        return optional(name, list);
    }

    ArgumentSchema optionalInteger(String name, int min, int max, String description) {
        return optional(
                name,
                Json.object()
                        .put("type", "integer")
                        .put("minimum", min)
                        .put("maximum", max)
                        .put("description", description));
    }

    ObjectNode json() {
        ObjectNode whole = json.deepCopy();
        if (!required.isEmpty()) {
            whole.set("required", required.deepCopy());
        }
        return whole.put("additionalProperties", false);
    }

    private ArgumentSchema require(String name, ObjectNode schema) {
        required.add(name);
        return optional(name, schema);
    }

    private ArgumentSchema optional(String name, ObjectNode schema) {
        properties.set(name, schema);
        return this;
    }
}
