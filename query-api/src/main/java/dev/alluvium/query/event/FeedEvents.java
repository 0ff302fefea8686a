package dev.alluvium.query.event;

import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import dev.alluvium.state.json.InvalidInputException;
import dev.alluvium.state.json.Json;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Events as they stand in their topic: keyed by memory, one JSON object each. */
final class FeedEvents {

    private FeedEvents() {}

    /** The memory an entry is about; null where its key names none. */
    static MemoryId memory(ConsumerRecord<byte[], byte[]> entry) {
        try {
            return entry.key() == null
                    ? null
                    : MemoryId.ofKey(new String(entry.key(), StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** The event, or null where the entry is none; the topic is open to other programs. */
    static FeedEvent read(MemoryId memory, ConsumerRecord<byte[], byte[]> entry) {
        if (entry.value() == null) {
            return null;
        }
        try {
            String kind = Json.parse(entry.value()).path("type").asText();
            return new FeedEvent(
                    memory,
                    new Position(entry.partition(), entry.offset()),
                    kind.isEmpty() ? "message" : kind.lines().findFirst().orElse("message"),
                    new String(entry.value(), StandardCharsets.UTF_8));
        } catch (InvalidInputException e) {
            return null;
        }
    }
}
