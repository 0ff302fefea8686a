package dev.alluvium.query.event;

import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import java.util.function.Consumer;

/** What happens to memories, as it happens. */
public interface EventFeed {

    /** A feed in which nothing happens. */
    EventFeed SILENT = (memory, after, listener) -> () -> {};

    /**
     * Gives the events of a memory to {@code listener} until the subscription is closed. The
     * listener is called on the feed's thread, in order, and must not wait.
     *
     * @param after the place of the last event already seen, to hear first what followed; or null
     */
    Subscription subscribe(MemoryId memory, Position after, Consumer<FeedEvent> listener);

    /** Ends the listening. */
    @FunctionalInterface
    interface Subscription extends AutoCloseable {

        @Override
        void close();
    }
}
