package dev.alluvium.bench.system;

import dev.alluvium.state.AppliedPositions;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import dev.alluvium.state.change.MemoryHeader;
import dev.alluvium.state.outcome.CommandOutcome;
import dev.alluvium.state.query.Query;
import dev.alluvium.state.serving.StateClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * All that the no-op pipeline knows: which positions it has counted. Its operators write it, the
 * HTTP API of the pipeline waits on it; there is one in a JVM, since operators travel serialized.
 */
final class CountedPositions implements StateClient {

    static final CountedPositions INSTANCE = new CountedPositions();

    private final Map<Integer, Long> counted = new HashMap<>();
    private final List<Waiting> waiting = new ArrayList<>();

    private record Waiting(Position position, CompletableFuture<Void> reached) {}

    private CountedPositions() {}

    synchronized void counted(Position position) {
        counted.merge(position.partition(), position.offset(), Math::max);
        for (Iterator<Waiting> each = waiting.iterator(); each.hasNext(); ) {
            Waiting next = each.next();
            if (isCounted(next.position())) {
                each.remove();
                next.reached().complete(null);
            }
        }
    }

    private boolean isCounted(Position position) {
        return counted.getOrDefault(position.partition(), -1L) >= position.offset();
    }

    /** Answers headers only, the one thing an import asks for. */
    @Override
    @SuppressWarnings("unchecked")
    public synchronized <R> CompletableFuture<Answer<R>> ask(
            MemoryId memory, Query<R> query, Position atLeast, Duration deadline) {
        Answer<R> answer = new Answer<>((R) MemoryHeader.EMPTY, AppliedPositions.NONE);
        if (atLeast == null || isCounted(atLeast)) {
            return CompletableFuture.completedFuture(answer);
        }
        CompletableFuture<Void> reached = new CompletableFuture<>();
        waiting.add(new Waiting(atLeast, reached));
        return reached.thenApply(done -> answer);
    }

    @Override
    public CompletableFuture<CommandOutcome> outcome(
            MemoryId memory, Position position, Duration deadline) {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<List<MemoryId>> memories(MemoryId after, int limit) {
        return CompletableFuture.completedFuture(List.of());
    }

    @Override
    public boolean ready() {
        return true;
    }
}
