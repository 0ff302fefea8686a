package dev.alluvium.query;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.query.OpenApi.Operation;
import dev.alluvium.state.json.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Makes random requests from the contract: mostly as it wants them, often broken somewhere. */
final class RequestFuzz {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int MAX_DEPTH = 4;

    /** More entries than any list takes. */
    private static final int MANY = 1001;

    /** What is longer is not made many of: the request has to fit into the heap. */
    private static final int MAX_REPEATED = 10_000;

    /** Half of a surrogate pair: JSON can say it, UTF-8 cannot. */
    static final String HALF_PAIR = "\ud800";

    private static final List<String> TEXTS =
            List.of(
                    "",
                    " ",
                    "alpha beta",
                    "/a/b",
                    "/a/../b",
                    "..",
                    "%",
                    "'; DROP TABLE records; --",
                    "{\"$ne\":null}",
                    "ذاكرة الوكيل",
                    "记忆 😀 \u200f",
                    "\u0000\u0001",
                    HALF_PAIR,
                    "null",
                    "-1",
                    "NaN",
                    "2026-05-08T13:56:00+03:00",
                    "9999-12-31T23:59:59.999999999Z",
                    "0000-01-01",
                    "MjAyNi0wMS0wMVQwMDowMDowMFogcjE",
                    "r1",
                    "3:12",
                    "x".repeat(700),
                    "long words ".repeat(7000));

    private static final List<String> NUMBERS =
            List.of(
                    "0",
                    "1",
                    "-1",
                    "0.5",
                    "1.0",
                    "1000",
                    "1001",
                    "1e308",
                    "-1e308",
                    "1e-320",
                    "2147483648",
                    "9223372036854775808",
                    "123456789012345678901234567890");

    private final OpenApi contract;
    private final SplittableRandom random;
    private final List<String> texts;

    RequestFuzz(OpenApi contract, long seed) {
        this(contract, seed, TEXTS);
    }

    /** Requests of which each text that the contract gives no example for is one of these. */
    RequestFuzz(OpenApi contract, long seed, List<String> texts) {
        this.contract = contract;
        this.texts = texts;
        random = new SplittableRandom(seed);
    }

    /** A request as it is sent. */
    record Request(String method, String path, byte[] body, String[] headers) {

        @Override
        public String toString() {
            String text = body == null ? "" : new String(body, StandardCharsets.UTF_8);
            return method
                    + " "
                    + path
                    + " "
                    + List.of(headers)
                    + " "
                    + text.substring(0, Math.min(2000, text.length()));
        }
    }

    Request next(Operation operation) {
        String path = operation.path();
        List<String> query = new ArrayList<>();
        List<String> headers = new ArrayList<>();
        List<JsonNode> parameters = new ArrayList<>();
        operation.parameters().forEach(parameters::add);
        operation.node().path("parameters").forEach(parameters::add);
        for (JsonNode reference : parameters) {
            JsonNode parameter = contract.resolve(reference);
            String name = parameter.get("name").asText();
            String value = parameter(contract.resolve(parameter.get("schema")));
            switch (parameter.get("in").asText()) {
                case "path" -> path = path.replace("{" + name + "}", pathPart(value));
                case "query" -> {
                    if (random.nextInt(4) == 0) {
                        query.add(name + "=" + encode(value));
                    }
                }
                default -> {
                    if (random.nextInt(10) == 0) {
                        String line = value.replaceAll("[^\\x20-\\x7e]", "?").strip();
                        headers.addAll(List.of(name, line.isEmpty() ? "x" : line));
                    }
                }
            }
        }
        if (random.nextInt(30) == 0) {
            query.add("surprise=1");
        }
        // Waiting in vain is not what this looks for.
        query.removeIf(part -> part.startsWith("timeout="));
        byte[] body = null;
        if (operation.bodyType() != null) {
            body = body(operation);
            headers.addAll(
                    List.of(
                            "Content-Type",
                            random.nextInt(50) == 0 ? "text/csv" : operation.bodyType()));
        }
        String target = query.isEmpty() ? path : path + "?" + String.join("&", query);
        return new Request(operation.method(), target, body, headers.toArray(String[]::new));
    }

    private byte[] body(Operation operation) {
        JsonNode schema = contract.resolve(operation.body().get("schema"));
        byte[] bytes = Json.bytes(value(schema, 0));
        return switch (random.nextInt(20)) {
            case 0 -> java.util.Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
            case 1 -> flipped(bytes);
            default -> bytes;
        };
    }

    private byte[] flipped(byte[] bytes) {
        for (int i = 0; i < 3 && bytes.length > 0; i++) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        return bytes;
    }

    private JsonNode value(JsonNode reference, int depth) {
        JsonNode schema = contract.resolve(reference);
        if (random.nextInt(25) == 0) {
            return anything(depth);
        }
        if (schema.has("enum")) {
            return pick(schema.get("enum"));
        }
        if (schema.has("oneOf")) {
            return value(pick(schema.get("oneOf")), depth);
        }
        JsonNode type = schema.path("type");
        return switch ((type.isArray() ? type.get(0) : type).asText("object")) {
            case "object" -> object(schema, depth);
            case "array" -> array(schema, depth);
            case "integer" -> NODES.numberNode(random.nextInt(-1, 50));
            case "number" ->
                    random.nextBoolean()
                            ? NODES.numberNode(random.nextDouble())
                            : Json.parse(pick(NUMBERS).getBytes(StandardCharsets.US_ASCII));
            case "boolean" -> NODES.booleanNode(random.nextBoolean());
            default -> NODES.textNode(text(schema));
        };
    }

    private ObjectNode object(JsonNode schema, int depth) {
        ObjectNode object = NODES.objectNode();
        List<String> required = new ArrayList<>();
        schema.path("required").forEach(name -> required.add(name.asText()));
        for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
            boolean wanted = required.contains(property.getKey());
            if (wanted ? random.nextInt(20) != 0 : random.nextInt(3) == 0) {
                object.set(property.getKey(), value(property.getValue(), depth + 1));
            }
        }
        if (schema.path("additionalProperties").asBoolean(random.nextInt(40) == 0)
                && depth < MAX_DEPTH) {
            object.set(pick(texts), anything(depth + 1));
        }
        return object;
    }

    private ArrayNode array(JsonNode schema, int depth) {
        ArrayNode array = NODES.arrayNode();
        int size = random.nextInt(20) == 0 ? MANY : random.nextInt(4);
        for (int i = 0; i < size; i++) {
            array.add(
                    size == MANY && i > 0 ? array.get(0) : value(schema.path("items"), depth + 1));
            if (i == 0 && size == MANY && array.get(0).toString().length() > MAX_REPEATED) {
                return array;
            }
        }
        return array;
    }

    private JsonNode anything(int depth) {
        return switch (random.nextInt(depth < MAX_DEPTH ? 7 : 5)) {
            case 0 -> NODES.nullNode();
            case 1 -> NODES.textNode(pick(texts));
            case 2 -> Json.parse(pick(NUMBERS).getBytes(StandardCharsets.US_ASCII));
            case 3 -> NODES.booleanNode(random.nextBoolean());
            case 4 -> NODES.arrayNode();
            case 5 -> NODES.arrayNode().add(anything(depth + 1)).add(anything(depth + 1));
            default -> NODES.objectNode().set(pick(texts), anything(depth + 1));
        };
    }

    private String text(JsonNode schema) {
        if (schema.has("examples") && random.nextInt(3) > 0) {
            return schema.at("/examples/0").asText();
        }
        return random.nextInt(3) == 0 ? "word" + random.nextInt(20) : pick(texts);
    }

    private String parameter(JsonNode schema) {
        JsonNode value = value(schema, MAX_DEPTH);
        return value.isArray() && !value.isEmpty()
                ? value.get(0).asText()
                : value.isValueNode() ? value.asText() : value.toString();
    }

    private String pathPart(String value) {
        // Few memories, so that requests meet each other's data.
        String text = random.nextInt(4) > 0 ? "m" + random.nextInt(2) : value;
        return text.isEmpty() ? "m" : encode(text).replace(".", "%2E");
    }

    private JsonNode pick(JsonNode nodes) {
        return nodes.get(random.nextInt(nodes.size()));
    }

    private String pick(List<String> texts) {
        return texts.get(random.nextInt(texts.size()));
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
