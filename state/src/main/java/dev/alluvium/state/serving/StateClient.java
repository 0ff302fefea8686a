package dev.alluvium.state.serving;

import dev.alluvium.state.AppliedPositions;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import dev.alluvium.state.outcome.CommandOutcome;
import dev.alluvium.state.query.Query;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Asks the owner of a memory: in the same JVM, or over the network. Futures fail with {@link
 * StateUnavailableException} (ask again later) or {@link PositionNotReachedException} (the bound
 * was not met in time); they may complete on the owner's thread, so whoever continues hops to a
 * thread of its own.
 */
public interface StateClient {

    /**
     * Answers {@code query} from a state that has applied {@code atLeast}.
     *
     * @param atLeast the position the answer must include, or null
     */
    <R> CompletableFuture<Answer<R>> ask(
            MemoryId memory, Query<R> query, Position atLeast, Duration deadline);

    /**
     * As {@link #ask}, for a caller who does nothing but wait: where the answer comes over the
     * network, the caller's thread may fetch it itself, which spares handing it over.
     */
    default <R> CompletableFuture<Answer<R>> askWaiting(
            MemoryId memory, Query<R> query, Position atLeast, Duration deadline) {
        return ask(memory, query, atLeast, deadline);
    }

    /**
     * What the command at {@code position} did, once it is applied, for a caller who waits. Null if
     * that was too long ago to be known.
     */
    CompletableFuture<CommandOutcome> outcome(
            MemoryId memory, Position position, Duration deadline);

    /** Known memories after {@code after} (null: from the first), sorted, at most {@code limit}. */
    CompletableFuture<List<MemoryId>> memories(MemoryId after, int limit);

    /** Whether reads can be served now. */
    boolean ready();

    /** A result and how far the memory that gave it had applied the log. */
    record Answer<R>(R value, AppliedPositions applied) {}
}
