package dev.alluvium.query;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The contract as tests read it. */
final class OpenApi {

    private static final Set<String> METHODS = Set.of("get", "post", "put", "patch", "delete");

    private final JsonNode document;

    private OpenApi(JsonNode document) {
        this.document = document;
    }

    static OpenApi load() {
        try (InputStream in = QueryApi.class.getResourceAsStream("/openapi.yaml")) {
            return new OpenApi(new YAMLMapper().readTree(in));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** One method of one path. */
    record Operation(String method, String path, JsonNode parameters, JsonNode node) {

        /** The media type and the schema of its body, or null. */
        String bodyType() {
            JsonNode content = node.at("/requestBody/content");
            return content.isMissingNode() ? null : content.fieldNames().next();
        }

        JsonNode body() {
            return node.at("/requestBody/content").get(bodyType());
        }

        @Override
        public String toString() {
            return method + " " + path;
        }
    }

    List<Operation> operations() {
        List<Operation> operations = new ArrayList<>();
        document.get("paths")
                .properties()
                .forEach(
                        path ->
                                path.getValue().properties().stream()
                                        .filter(method -> METHODS.contains(method.getKey()))
                                        .forEach(
                                                method ->
                                                        operations.add(
                                                                new Operation(
                                                                        method.getKey()
                                                                                .toUpperCase(),
                                                                        path.getKey(),
                                                                        path.getValue()
                                                                                .path("parameters"),
                                                                        method.getValue()))));
        return operations;
    }

    /** What a reference stands for; other nodes stand for themselves. */
    JsonNode resolve(JsonNode node) {
        JsonNode ref = node.get("$ref");
        return ref == null ? node : resolve(document.at(ref.asText().substring(1)));
    }
}
