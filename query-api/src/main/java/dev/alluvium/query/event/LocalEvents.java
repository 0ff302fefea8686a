package dev.alluvium.query.event;

import dev.alluvium.query.event.EventFeed.Subscription;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.event.MemoryEvent;
import dev.alluvium.state.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Subscribers by memory. Serves the events that only this server sees, such as reads, and those of
 * a feed. Any thread publishes; listeners are called on it.
 */
public final class LocalEvents {

    private final Map<MemoryId, Set<Consumer<FeedEvent>>> listeners = new ConcurrentHashMap<>();

    public Subscription subscribe(MemoryId memory, Consumer<FeedEvent> listener) {
        listeners.compute(
                memory,
                (key, set) -> {
                    Set<Consumer<FeedEvent>> of = set == null ? ConcurrentHashMap.newKeySet() : set;
                    of.add(listener);
                    return of;
                });
        return () ->
                listeners.computeIfPresent(
                        memory,
                        (key, set) -> {
                            set.remove(listener);
                            return set.isEmpty() ? null : set;
                        });
    }

    /** Whether anyone listens, so that an event need not be made for nobody. */
    public boolean listened(MemoryId memory) {
        return listeners.containsKey(memory);
    }

    public void publish(FeedEvent event) {
        listeners.getOrDefault(event.memory(), Set.of()).forEach(l -> l.accept(event));
    }

    public void publish(MemoryEvent event) {
        if (listened(event.memory())) {
            publish(
                    new FeedEvent(
                            event.memory(),
                            null,
                            event.kind(),
                            new String(Json.bytes(event.toJson()), StandardCharsets.UTF_8)));
        }
    }
}
