package dev.alluvium.state.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.MemoryId;

/**
 * Asks which memories a process owns, sorted.
 *
 * @param after the last one of the page before; null for the first page
 */
public record MemoriesRequest(MemoryId after, int limit) {

    public byte[] encode() {
        ObjectNode node = WireMapper.CBOR.createObjectNode();
        if (after != null) {
            node.put("after", after.key());
        }
        node.put("limit", limit);
        return Wire.bytes(node);
    }

    public static MemoriesRequest decode(byte[] bytes) {
        JsonNode node = Wire.read(bytes);
        return new MemoriesRequest(
                node.has("after") ? MemoryId.ofKey(node.get("after").asText()) : null,
                node.path("limit").asInt());
    }
}
