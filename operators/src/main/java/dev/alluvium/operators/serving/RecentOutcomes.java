package dev.alluvium.operators.serving;

import dev.alluvium.state.Position;
import dev.alluvium.state.outcome.CommandOutcome;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * What the latest commands of a subtask did, for those who wait for it. Bounded: the oldest go
 * first. Written by the operator's thread, asked by any.
 */
final class RecentOutcomes {

    private static final int MAX_ITEMS = 200_000;

    private final Map<Position, CommandOutcome> recent = new HashMap<>();
    private final ArrayDeque<Position> order = new ArrayDeque<>();
    private final Map<Position, CompletableFuture<CommandOutcome>> awaited = new HashMap<>();
    private int items;

    void add(Position position, CommandOutcome outcome) {
        CompletableFuture<CommandOutcome> waiter;
        synchronized (this) {
            waiter = awaited.remove(position);
            if (recent.put(position, outcome) == null) {
                order.add(position);
                items += 1 + outcome.items().size();
            }
            while (items > MAX_ITEMS && order.size() > 1) {
                items -= 1 + recent.remove(order.poll()).items().size();
            }
        }
        if (waiter != null) {
            waiter.complete(outcome);
        }
    }

    /** The outcome at {@code position}, now or when it is applied. */
    synchronized CompletableFuture<CommandOutcome> at(Position position) {
        CommandOutcome known = recent.get(position);
        return known != null
                ? CompletableFuture.completedFuture(known)
                : awaited.computeIfAbsent(position, p -> new CompletableFuture<>());
    }

    /** Nobody waits any more, or the outcome is too old to be known: it is answered with null. */
    void release(Position position) {
        CompletableFuture<CommandOutcome> waiter;
        synchronized (this) {
            waiter = awaited.remove(position);
        }
        if (waiter != null) {
            waiter.complete(null);
        }
    }

    void fail(RuntimeException reason) {
        Map<Position, CompletableFuture<CommandOutcome>> waiting;
        synchronized (this) {
            waiting = new HashMap<>(awaited);
            awaited.clear();
        }
        waiting.values().forEach(waiter -> waiter.completeExceptionally(reason));
    }
}
