package dev.alluvium.state.episode;

import dev.alluvium.state.record.RecordRules;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One raw turn of a conversation or line of an agent's log, kept as it came.
 *
 * @param session what conversation it belongs to
 * @param author who said it, or null
 * @param at when it was said
 * @param knownFrom when the memory learnt it
 */
public record Turn(
        String id,
        String session,
        String author,
        String content,
        Instant at,
        Map<String, Object> metadata,
        Instant knownFrom) {

    public Turn {
        RecordRules.checkContent(content);
        metadata =
                metadata.isEmpty()
                        ? Map.of()
                        : Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
    }
}
