package dev.alluvium.state.wire;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.AppliedPositions;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import dev.alluvium.state.query.Query;
import dev.alluvium.state.serving.StateClient.Answer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Objects;

/**
 * A query on its way to the owner of a memory.
 *
 * @param atLeast the position the answer must include, or null
 * @param deadline how long the owner may take
 */
public record Question<R>(MemoryId memory, Query<R> query, Position atLeast, Duration deadline) {

    /** Most answers are a few kilobytes. */
    private static final int ANSWER_BYTES = 4096;

    public byte[] encode() {
        ObjectNode node = WireMapper.CBOR.createObjectNode();
        node.put("memory", memory.key());
        if (atLeast != null) {
            node.put("at_least", atLeast.toString());
        }
        node.put("deadline_ms", deadline.toMillis());
        node.put("query", QueryKinds.of(query).name());
        node.set("fields", WireMapper.CBOR.valueToTree(query));
        return Wire.bytes(node);
    }

    /**
     * @throws IllegalArgumentException if the bytes are no question of this release
     */
    public static Question<?> decode(byte[] bytes) {
        try {
            JsonNode node = WireMapper.CBOR.readTree(bytes);
            Query<?> query =
                    WireMapper.CBOR.treeToValue(
                            node.path("fields"),
                            QueryKinds.named(node.path("query").asText()).type());
            return new Question<>(
                    MemoryId.ofKey(node.path("memory").asText()),
                    query,
                    Wire.position(node.get("at_least")),
                    Duration.ofMillis(node.path("deadline_ms").asLong()));
        } catch (IOException e) {
            throw new IllegalArgumentException("no question: " + e.getMessage(), e);
        }
    }

    /** What the owner answered, as bytes. */
    public byte[] encodeAnswer(R value, AppliedPositions applied) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(ANSWER_BYTES);
        try (JsonGenerator out = WireMapper.CBOR.createGenerator(bytes)) {
            out.writeStartObject();
            out.writePOJOField("value", value);
            out.writePOJOField("applied", applied);
            out.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    public Answer<R> decodeAnswer(byte[] bytes) {
        try (JsonParser in = WireMapper.CBOR.createParser(bytes)) {
            R value = null;
            AppliedPositions applied = null;
            in.nextToken();
            for (String name = in.nextFieldName(); name != null; name = in.nextFieldName()) {
                in.nextToken();
                switch (name) {
                    case "value" ->
                            value = WireMapper.part(QueryKinds.of(query).answer()).readValue(in);
                    case "applied" -> applied = WireMapper.APPLIED.readValue(in);
                    default -> in.skipChildren();
                }
            }
            return new Answer<>(value, Objects.requireNonNull(applied, "applied"));
        } catch (IOException e) {
            throw new UncheckedIOException("no answer to " + query, e);
        }
    }
}
