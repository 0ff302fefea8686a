package dev.alluvium.query.event;

import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * A subscriber who was away: gets what it missed first, then what came meanwhile, then what comes,
 * each once. The replaying thread and the feed's thread meet here, under its lock.
 */
final class Resumption {

    private static final int MAX_MEANWHILE = 10_000;

    private final MemoryId memory;
    private final Position after;
    private final Consumer<FeedEvent> listener;
    private List<FeedEvent> meanwhile = new ArrayList<>();
    private long seen;
    private boolean closed;

    Resumption(MemoryId memory, Position after, Consumer<FeedEvent> listener) {
        this.memory = memory;
        this.after = after;
        this.listener = listener;
        seen = after.offset();
    }

    Position after() {
        return after;
    }

    synchronized void replayed(ConsumerRecord<byte[], byte[]> entry) {
        if (memory.equals(FeedEvents.memory(entry))) {
            FeedEvent event = FeedEvents.read(memory, entry);
            if (event != null) {
                pass(event);
            }
        }
    }

    synchronized void live(FeedEvent event) {
        if (meanwhile == null) {
            pass(event);
        } else if (meanwhile.size() < MAX_MEANWHILE) {
            meanwhile.add(event);
        } else {
            // More than any listener's queue holds: passing them on ends a slow one, who then
            // resumes from what it got.
            caughtUp();
            pass(event);
        }
    }

    synchronized void caughtUp() {
        if (meanwhile != null) {
            meanwhile.forEach(this::pass);
            meanwhile = null;
        }
    }

    synchronized void close() {
        closed = true;
    }

    synchronized boolean closed() {
        return closed;
    }

    private void pass(FeedEvent event) {
        Position place = event.place();
        if (place.partition() == after.partition()) {
            if (place.offset() <= seen) {
                return;
            }
            seen = place.offset();
        }
        listener.accept(event);
    }
}
