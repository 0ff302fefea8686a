package dev.alluvium.query.deep;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.json.Json;

/** Builds the JSON Schema of a flat object of which every field is required. */
final class Schemas {

    private final ObjectNode schema = Json.object().put("type", "object");
    private final ObjectNode properties = schema.putObject("properties");

    Schemas texts(String name, String description) {
        field(name, "array", description).putObject("items").put("type", "string");
        return this;
    }

    Schemas text(String name, String description) {
        field(name, "string", description);
        return this;
    }

    Schemas number(String name, String description) {
        field(name, "number", description);
        return this;
    }

    ObjectNode build() {
        properties.fieldNames().forEachRemaining(schema.withArray("required")::add);
        return schema;
    }

    private ObjectNode field(String name, String type, String description) {
        return properties.putObject(name).put("type", type).put("description", description);
    }
}
