package dev.alluvium.state.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.AppliedPositions;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import dev.alluvium.state.query.Query;
import dev.alluvium.state.serving.StateClient.Answer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;

/**
 * A query on its way to the owner of a memory.
 *
 * @param atLeast the position the answer must include, or null
 * @param deadline how long the owner may take
 */
public record Question<R>(MemoryId memory, Query<R> query, Position atLeast, Duration deadline) {

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
        ObjectNode node = WireMapper.CBOR.createObjectNode();
        node.set("value", WireMapper.CBOR.valueToTree(value));
        node.set("applied", WireMapper.CBOR.valueToTree(applied));
        return Wire.bytes(node);
    }

    public Answer<R> decodeAnswer(byte[] bytes) {
        try {
            JsonNode node = WireMapper.CBOR.readTree(bytes);
            R value =
                    WireMapper.CBOR.treeToValue(node.path("value"), QueryKinds.of(query).answer());
            return new Answer<>(
                    value,
                    WireMapper.CBOR.treeToValue(node.path("applied"), AppliedPositions.class));
        } catch (IOException e) {
            throw new UncheckedIOException("no answer to " + query, e);
        }
    }
}
