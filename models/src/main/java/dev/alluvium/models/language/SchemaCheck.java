package dev.alluvium.models.language;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Holds an answer against a prompt's schema: says what is wrong, and keeps what the schema knows.
 * Properties it does not know, and nulls for those it does not require, are left out in silence.
 */
final class SchemaCheck {

    private static final int MAX_PROBLEMS = 10;
    private static final int MAX_QUOTE = 60;

    private final List<String> problems = new ArrayList<>();

    /** What is wrong, each with its place; empty if nothing is. */
    List<String> problems() {
        return problems;
    }

    ObjectNode check(ObjectNode answer, JsonNode schema) {
        return object("answer", answer, schema);
    }

    private ObjectNode object(String place, JsonNode value, JsonNode schema) {
        ObjectNode kept = JsonNodeFactory.instance.objectNode();
        for (Map.Entry<String, JsonNode> each : schema.path("properties").properties()) {
            JsonNode property = value.path(each.getKey());
            if (!property.isMissingNode() && !property.isNull()) {
                kept.set(
                        each.getKey(),
                        value(place + '.' + each.getKey(), property, each.getValue()));
            }
        }
        for (JsonNode name : schema.path("required")) {
            if (!kept.has(name.asText())) {
                problem(place + '.' + name.asText() + " is missing");
            }
        }
        return kept;
    }

    private JsonNode value(String place, JsonNode value, JsonNode schema) {
        String type = schema.path("type").asText(schema.has("enum") ? "string" : "");
        boolean fits =
                switch (type) {
                    case "object" -> value.isObject();
                    case "array" -> value.isArray();
                    case "string" -> value.isTextual();
                    case "integer" -> isWhole(value);
                    case "number" -> value.isNumber();
                    case "boolean" -> value.isBoolean();
                    default -> throw new IllegalArgumentException("no type in schema " + schema);
                };
        if (!fits) {
            problem(place + " is " + quote(value) + ", not of type " + type);
            return value;
        }
        if (schema.has("enum") && !contains(schema.get("enum"), value)) {
            problem(place + " is " + quote(value) + ", not one of " + schema.get("enum"));
        }
        return switch (type) {
            case "object" -> object(place, value, schema);
            case "array" -> array(place, value, schema);
            case "integer" -> whole(value);
            default -> value;
        };
    }

    private ArrayNode array(String place, JsonNode value, JsonNode schema) {
        ArrayNode kept = JsonNodeFactory.instance.arrayNode();
        for (int i = 0; i < value.size(); i++) {
            kept.add(value(place + '[' + i + ']', value.get(i), schema.path("items")));
        }
        return kept;
    }

    private static boolean isWhole(JsonNode value) {
        return value.canConvertToLong()
                && (value.isIntegralNumber() || value.doubleValue() == value.longValue());
    }

    private static JsonNode whole(JsonNode value) {
        return value.isIntegralNumber()
                ? value
                : value.canConvertToInt()
                        ? JsonNodeFactory.instance.numberNode(value.intValue())
                        : JsonNodeFactory.instance.numberNode(value.longValue());
    }

    private static boolean contains(JsonNode allowed, JsonNode value) {
        for (JsonNode each : allowed) {
            if (each.equals(value)) {
                return true;
            }
        }
        return false;
    }

    private void problem(String text) {
        if (problems.size() < MAX_PROBLEMS) {
            problems.add(text);
        }
    }

    private static String quote(JsonNode value) {
        String json = value.toString();
        return json.length() <= MAX_QUOTE ? json : json.substring(0, MAX_QUOTE) + "…";
    }
}
