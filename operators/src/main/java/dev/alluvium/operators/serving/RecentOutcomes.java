package dev.alluvium.operators.serving;

import dev.alluvium.state.Position;
import dev.alluvium.state.outcome.CommandOutcome;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/**
 * What the latest commands of a subtask did, for those who wait for it. Bounded in number and in
 * time: whoever wants an outcome asks while its command is being applied or at once afterwards, so
 * what nobody asked for within a minute is let go, oldest first. Written by the operator's thread,
 * asked by any.
 */
final class RecentOutcomes {

    private static final int MAX_ITEMS = 200_000;
    private static final Duration KEPT = Duration.ofMinutes(1);

    private final LongSupplier nanoTime;
    private final Map<Position, CommandOutcome> recent = new HashMap<>();
    private final ArrayDeque<Entry> order = new ArrayDeque<>();
    private final Map<Position, List<CompletableFuture<CommandOutcome>>> awaited = new HashMap<>();
    private int items;

    RecentOutcomes() {
        this(System::nanoTime);
    }

    RecentOutcomes(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    private record Entry(Position position, long addedNanos) {}

    void add(Position position, CommandOutcome outcome) {
        List<CompletableFuture<CommandOutcome>> waiters;
        long now = nanoTime.getAsLong();
        synchronized (this) {
            waiters = awaited.remove(position);
            if (recent.put(position, outcome) == null) {
                order.add(new Entry(position, now));
                items += 1 + outcome.items().size();
            }
            while (order.size() > 1 && (items > MAX_ITEMS || isOld(order.peek(), now))) {
                items -= 1 + recent.remove(order.poll().position()).items().size();
            }
        }
        complete(waiters, outcome);
    }

    private static boolean isOld(Entry entry, long now) {
        return now - entry.addedNanos() > KEPT.toNanos();
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
