package dev.alluvium.state.event;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import dev.alluvium.state.json.Json;
import java.time.Instant;

/**
 * Something that happened to a memory, for {@code alluvium.events}, SSE and metrics. One event a
 * command, however large its batch, so that a backfill does not multiply the log.
 *
 * @param kind such as {@code save_completed}, {@code save_failed}, {@code records_forgotten}
 * @param position the command that caused it, or null for reads
 * @param details the kind's own fields
 */
public record MemoryEvent(
        MemoryId memory, String kind, Instant at, Position position, ObjectNode details) {

    /** Of the form in which followers read it: another number where a field means another thing. */
    private static final int VERSION = 1;

    public ObjectNode toJson() {
        ObjectNode json = Json.object();
        json.put("v", VERSION);
        json.put("type", kind);
        json.put("source_type", "unified_memory");
        json.put("app", memory.app());
        json.put("user", memory.user());
        json.put("at", at.toString());
        if (position != null) {
            json.put("position", position.toString());
        }
        json.setAll(details);
        return json;
    }
}
