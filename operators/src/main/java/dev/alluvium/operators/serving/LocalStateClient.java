package dev.alluvium.operators.serving;

import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import dev.alluvium.state.outcome.CommandOutcome;
import dev.alluvium.state.query.Query;
import dev.alluvium.state.serving.StateClient;
import dev.alluvium.state.serving.StateUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Asks the owners of memories that run in this JVM. */
public final class LocalStateClient implements StateClient {

    private final StateRegistry registry;

    public LocalStateClient(StateRegistry registry) {
        this.registry = registry;
    }

    @Override
    public <R> CompletableFuture<Answer<R>> ask(
            MemoryId memory, Query<R> query, Position atLeast, Duration deadline) {
        return owner(memory, subtask -> subtask.ask(memory, query, atLeast, deadline));
    }

    @Override
    public CompletableFuture<CommandOutcome> outcome(
            MemoryId memory, Position position, Duration deadline) {
        return owner(memory, subtask -> subtask.outcome(memory, position, deadline));
    }

    @Override
    public CompletableFuture<List<MemoryId>> memories(MemoryId after, int limit) {
        List<MemoryId> all = new ArrayList<>();
        if (!registry.complete()) {
            return CompletableFuture.failedFuture(starting());
        }
        registry.all().forEach(subtask -> all.addAll(subtask.memories(after, limit)));
        return CompletableFuture.completedFuture(all.stream().sorted().limit(limit).toList());
    }

    @Override
    public boolean ready() {
        return registry.complete();
    }

    private <T> CompletableFuture<T> owner(
            MemoryId memory, Function<SubtaskState, CompletableFuture<T>> ask) {
        SubtaskState subtask = registry.owner(memory);
        return subtask == null ? CompletableFuture.failedFuture(starting()) : ask.apply(subtask);
    }

    private static StateUnavailableException starting() {
        return new StateUnavailableException(
                "the memory's owner is starting or recovering; ask again in a moment");
    }
}
