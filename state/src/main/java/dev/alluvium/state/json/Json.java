package dev.alluvium.state.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The one JSON and CBOR configuration: strict reading (no duplicate keys, nothing after the value).
 */
public final class Json {

    private static final StreamReadConstraints LIMITS =
            StreamReadConstraints.builder()
                    .maxNestingDepth(100)
                    .maxStringLength(20_000_000)
                    .build();

    public static final ObjectMapper MAPPER =
            JsonMapper.builder(
                            com.fasterxml.jackson.core.JsonFactory.builder()
                                    .streamReadConstraints(LIMITS)
                                    .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .build();

    public static final ObjectMapper CBOR =
            CBORMapper.builder(CBORFactory.builder().streamReadConstraints(LIMITS).build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .build();

    private Json() {}

    public static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    /**
     * Parses one JSON value; malformed text is an {@link InvalidInputException} with line and
     * column.
     */
    public static JsonNode parse(byte[] utf8) {
        try {
            JsonNode node = MAPPER.readTree(utf8);
            if (node == null || node.isMissingNode()) {
                throw new InvalidInputException("", "the body is empty; send a JSON object");
            }
            return node;
        } catch (JsonProcessingException e) {
            throw malformed(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What Jackson says of malformed JSON, with its place. */
    public static InvalidInputException malformed(JsonProcessingException e) {
        String place =
                e.getLocation() == null
                        ? ""
                        : " at line "
                                + e.getLocation().getLineNr()
                                + ", column "
                                + e.getLocation().getColumnNr();
        return new InvalidInputException(
                "", "malformed JSON" + place + ": " + e.getOriginalMessage());
    }

    public static byte[] bytes(JsonNode node) {
        try {
            return MAPPER.writeValueAsBytes(node);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static byte[] cbor(JsonNode node) {
        try {
            return CBOR.writeValueAsBytes(node);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads one CBOR value; malformed bytes are an {@link InvalidInputException}. */
    public static JsonNode cbor(byte[] bytes) {
        try {
            return CBOR.readTree(bytes);
        } catch (IOException e) {
            throw new InvalidInputException("", "malformed CBOR: " + e.getMessage());
        }
    }

    /** An object node as Jackson's natural Java types. */
    @SuppressWarnings("unchecked")
    public static Map<String, Object> toMap(JsonNode object) {
        return object.isEmpty() ? Map.of() : MAPPER.convertValue(object, LinkedHashMap.class);
    }
}
