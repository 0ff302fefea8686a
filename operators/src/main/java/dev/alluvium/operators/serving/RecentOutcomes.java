package dev.alluvium.operators.serving;

import dev.alluvium.state.Position;
import dev.alluvium.state.outcome.CommandOutcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
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
    private final Map<Position, List<CompletableFuture<CommandOutcome>>> awaited = new HashMap<>();
    private int items;

    void add(Position position, CommandOutcome outcome) {
        List<CompletableFuture<CommandOutcome>> waiters;
        synchronized (this) {
            waiters = awaited.remove(position);
            if (recent.put(position, outcome) == null) {
                order.add(position);
                items += 1 + outcome.items().size();
            }
            while (items > MAX_ITEMS && order.size() > 1) {
                items -= 1 + recent.remove(order.poll()).items().size();
            }
        }
        complete(waiters, outcome);
    }

    /**
     * The outcome at {@code position}, now or when it is applied; a future of the caller's own,
     * which is let go when the caller fails it.
     */
    CompletableFuture<CommandOutcome> at(Position position) {
        CompletableFuture<CommandOutcome> waiter = new CompletableFuture<>();
        synchronized (this) {
            CommandOutcome known = recent.get(position);
            if (known != null) {
                return CompletableFuture.completedFuture(known);
            }
            awaited.computeIfAbsent(position, p -> new ArrayList<>()).add(waiter);
        }
        waiter.whenComplete(
                (outcome, failure) -> {
                    if (failure != null) {
                        leave(position, waiter);
                    }
                });
        return waiter;
    }

    /** The position is applied: an outcome that is not known by now is answered with null. */
    void applied(Position position) {
        List<CompletableFuture<CommandOutcome>> waiters;
        synchronized (this) {
            waiters = awaited.remove(position);
        }
        complete(waiters, null);
    }

    /** Fails all who wait. */
    void fail(RuntimeException reason) {
        List<CompletableFuture<CommandOutcome>> waiting = new ArrayList<>();
        synchronized (this) {
            awaited.values().forEach(waiting::addAll);
            awaited.clear();
        }
        waiting.forEach(waiter -> waiter.completeExceptionally(reason));
    }

    private synchronized void leave(Position position, CompletableFuture<CommandOutcome> waiter) {
        awaited.computeIfPresent(
                position,
                (p, waiters) -> {
                    waiters.remove(waiter);
                    return waiters.isEmpty() ? null : waiters;
                });
    }

    private static void complete(
            List<CompletableFuture<CommandOutcome>> waiters, CommandOutcome outcome) {
        if (waiters != null) {
            waiters.forEach(waiter -> waiter.complete(outcome));
        }
    }
}
