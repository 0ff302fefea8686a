package dev.alluvium.state.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import java.time.Duration;

/** Asks what the command at a position did, once it is applied. */
public record OutcomeRequest(MemoryId memory, Position position, Duration deadline) {

    public byte[] encode() {
        ObjectNode node = WireMapper.CBOR.createObjectNode();
        node.put("memory", memory.key());
        node.put("position", position.toString());
        node.put("deadline_ms", deadline.toMillis());
        return Wire.bytes(node);
    }

    public static OutcomeRequest decode(byte[] bytes) {
        JsonNode node = Wire.read(bytes);
        return new OutcomeRequest(
                MemoryId.ofKey(node.path("memory").asText()),
                Position.parse(node.path("position").asText()),
                Duration.ofMillis(node.path("deadline_ms").asLong()));
    }
}
