package dev.alluvium.query.event;

import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;

/**
 * An event as subscribers get it.
 *
 * @param place where it stands in the log of events, to resume after; null for what only this
 *     server knows, such as reads
 * @param kind its {@code type}
 * @param json the event itself
 */
public record FeedEvent(MemoryId memory, Position place, String kind, String json) {}
