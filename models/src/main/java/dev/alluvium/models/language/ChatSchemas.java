package dev.alluvium.models.language;

import com.fasterxml.jackson.databind.JsonNode;
import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonBooleanSchema;
import dev.langchain4j.model.chat.request.json.JsonEnumSchema;
import dev.langchain4j.model.chat.request.json.JsonIntegerSchema;
import dev.langchain4j.model.chat.request.json.JsonNumberSchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import dev.langchain4j.model.chat.request.json.JsonStringSchema;
import java.util.ArrayList;
import java.util.List;

/** Turns a prompt's schema into LangChain4j's, which each provider's module spells its own way. */
final class ChatSchemas {

    private ChatSchemas() {}

    /**
     * @throws IllegalArgumentException if the schema is not of the keywords that a prompt's is of
     */
    static JsonObjectSchema object(JsonNode schema) {
        if (!"object".equals(schema.path("type").textValue())) {
            throw unknown(schema);
        }
        JsonObjectSchema.Builder builder =
                JsonObjectSchema.builder()
                        .description(description(schema))
                        .required(texts(schema.path("required")));
        schema.path("properties")
                .properties()
                .forEach(each -> builder.addProperty(each.getKey(), element(each.getValue())));
        return builder.build();
    }

    private static JsonSchemaElement element(JsonNode schema) {
        if (schema.has("enum")) {
            return JsonEnumSchema.builder()
                    .enumValues(texts(schema.get("enum")))
                    .description(description(schema))
                    .build();
        }
        return switch (schema.path("type").asText()) {
            case "object" -> object(schema);
            case "array" ->
                    JsonArraySchema.builder()
                            .items(element(schema.path("items")))
                            .description(description(schema))
                            .build();
            case "string" -> JsonStringSchema.builder().description(description(schema)).build();
            case "integer" -> JsonIntegerSchema.builder().description(description(schema)).build();
            case "number" -> JsonNumberSchema.builder().description(description(schema)).build();
            case "boolean" -> JsonBooleanSchema.builder().description(description(schema)).build();
            default -> throw unknown(schema);
        };
    }

    private static String description(JsonNode schema) {
        return schema.path("description").textValue();
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        for (JsonNode each : array) {
            if (!each.isTextual()) {
                throw new IllegalArgumentException(
                        "a prompt's schema lists " + each + ", which is no text");
            }
            texts.add(each.textValue());
        }
        return texts;
    }

    private static IllegalArgumentException unknown(JsonNode schema) {
        return new IllegalArgumentException(
                "a prompt's schema has "
                        + schema
                        + ": its type must be object at the root, and object, array, string, integer, number or boolean within");
    }
}
