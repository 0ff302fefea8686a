package dev.alluvium.operators.serving;

import dev.alluvium.state.AppliedPositions;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import dev.alluvium.state.change.Change;
import dev.alluvium.state.change.Change.DropVectors;
import dev.alluvium.state.change.MemoryHeader;
import dev.alluvium.state.outcome.CommandOutcome;
import dev.alluvium.state.query.Query;
import dev.alluvium.state.query.ReadHeader;
import dev.alluvium.state.serving.PositionNotReachedException;
import dev.alluvium.state.serving.StateClient.Answer;
import dev.alluvium.state.serving.StateUnavailableException;
import dev.alluvium.state.view.MemoryView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;

/**
 * The reading side of one subtask. A read whose view is loaded and new enough is answered on the
 * caller's thread without troubling anyone; all others become tasks of the operator's thread, which
 * looks into state, loads views chunk by chunk and completes what waits. Views are kept within a
 * budget of bytes; a memory larger than the budget is read in parts.
 */
public final class SubtaskState {

    /** A view that nobody has read for this long is let go when its memory is written to. */
    private static final Duration UNREAD = Duration.ofMinutes(5);

    private final int index;
    private final int parallelism;
    private final int maxParallelism;
    private final MemoryOwner owner;
    private final Executor searchers;
    private final ViewBudget budget;
    private final ViewLoader loader;
    private final ConcurrentHashMap<MemoryId, ServedMemory> served = new ConcurrentHashMap<>();
    private final NavigableSet<MemoryId> known = new ConcurrentSkipListSet<>();
    private final RecentOutcomes outcomes = new RecentOutcomes();
    private volatile boolean closed;

    /**
     * @param searchers run searches that had to wait, and decode rows that are being loaded
     */
    public SubtaskState(
            int index,
            int parallelism,
            int maxParallelism,
            MemoryOwner owner,
            Executor searchers,
            long viewBudgetBytes) {
        this.index = index;
        this.parallelism = parallelism;
        this.maxParallelism = maxParallelism;
        this.owner = owner;
        this.searchers = searchers;
        this.budget = new ViewBudget(viewBudgetBytes);
        this.loader =
                new ViewLoader(owner, searchers, viewBudgetBytes, this::loaded, this::removeIfIdle);
    }

    int index() {
        return index;
    }

    int parallelism() {
        return parallelism;
    }

    int maxParallelism() {
        return maxParallelism;
    }

    /** Opens the subtask to readers. */
    public void open(StateRegistry registry) {
        registry.enter(this);
    }

    /** Ends all reading; whoever waits is told to ask again. */
    public void close(StateRegistry registry) {
        closed = true;
        registry.leave(this);
        outcomes.fail(unavailable());
        served.values().forEach(memory -> memory.fail(unavailable()));
        served.clear();
    }

    // For any thread.

    <R> CompletableFuture<Answer<R>> ask(
            MemoryId memory, Query<R> query, Position atLeast, Duration deadline) {
        // While a job restarts at another parallelism, a caller may hold the share of before.
        if (closed || !owns(memory)) {
            return CompletableFuture.failedFuture(unavailable());
        }
        Waiter<R> waiter = new Waiter<>(query, atLeast);
        ServedMemory reading = served.get(memory);
        if (reading != null && waiter.wantsView()) {
            MemoryView view = reading.view();
            if (view != null && waiter.satisfiedBy(view.header().applied())) {
                reading.touched();
                waiter.answerFrom(view);
                return waiter.answer();
            }
        }
        try {
            owner.execute(() -> admit(memory, waiter), "read");
        } catch (RejectedExecutionException e) {
            return CompletableFuture.failedFuture(unavailable());
        }
        return waiter.answer()
                .orTimeout(deadline.toNanos(), TimeUnit.NANOSECONDS)
                .exceptionallyCompose(
                        failure ->
                                CompletableFuture.failedFuture(
                                        failure instanceof TimeoutException
                                                ? late(memory, atLeast, deadline)
                                                : failure));
    }

    CompletableFuture<CommandOutcome> outcome(
            MemoryId memory, Position position, Duration deadline) {
        CompletableFuture<CommandOutcome> outcome = outcomes.at(position);
        if (outcome.isDone()) {
            return outcome;
        }
        // Once applied, an outcome that is not there yet is one that is there no more.
        ask(memory, new ReadHeader(), position, deadline)
                .whenComplete(
                        (header, failure) -> {
                            if (failure == null) {
                                outcomes.applied(position);
                            } else {
                                outcome.completeExceptionally(
                                        failure instanceof CompletionException
                                                ? failure.getCause()
                                                : failure);
                            }
                        });
        return outcome;
    }

    List<MemoryId> memories(MemoryId after, int limit) {
        Iterable<MemoryId> rest = after == null ? known : known.tailSet(after, false);
        List<MemoryId> page = new ArrayList<>();
        for (Iterator<MemoryId> ids = rest.iterator(); page.size() < limit && ids.hasNext(); ) {
            page.add(ids.next());
        }
        return page;
    }

    // For the operator's thread.

    /** Notes that a memory exists, or exists no more. */
    public void known(MemoryId memory, boolean exists) {
        if (exists) {
            known.add(memory);
        } else {
            known.remove(memory);
        }
    }

    /** A command was applied and its rows are written. */
    public void applied(
            MemoryId memory,
            Position position,
            List<Change> changes,
            MemoryHeader header,
            CommandOutcome outcome) {
        // Before any read learns that the position is reached: it may be one that waits for the
        // outcome.
        outcomes.add(position, outcome);
        ServedMemory reading = served.get(memory);
        if (reading != null) {
            boolean unread = System.nanoTime() - reading.lastRead() > UNREAD.toNanos();
            if (reading.isLoaded() && (unread || dropsVectors(changes))) {
                budget.drop(reading);
            }
            long before = reading.bytes();
            reading.apply(changes);
            budget.changed(before, reading.bytes());
            if (reading.isMostlyRemoved()) {
                budget.drop(reading);
            }
            serveReached(reading, header.applied());
            keepToBudget();
            removeIfIdle(reading);
        }
    }

    private static boolean dropsVectors(List<Change> changes) {
        return changes.stream().anyMatch(DropVectors.class::isInstance);
    }

    private boolean owns(MemoryId memory) {
        return index
                == KeyGroupRangeAssignment.assignKeyToParallelOperator(
                        memory.key(), maxParallelism, parallelism);
    }

    private void admit(MemoryId memory, Waiter<?> waiter) {
        if (waiter.isOver() || closed) {
            waiter.fail(unavailable());
            return;
        }
        ServedMemory reading = served.computeIfAbsent(memory, ServedMemory::new);
        reading.touched();
        AppliedPositions applied = owner.read(memory, rows -> rows.header().applied());
        if (waiter.satisfiedBy(applied)) {
            serve(reading, waiter);
        } else {
            reading.forPosition.add(waiter);
            waiter.answer()
                    .whenComplete(
                            (answer, failure) -> {
                                if (failure != null) {
                                    sweep(reading);
                                }
                            });
        }
        removeIfIdle(reading);
    }

    private void serveReached(ServedMemory reading, AppliedPositions applied) {
        if (reading.forPosition.isEmpty()) {
            return;
        }
        List<Waiter<?>> reached = new ArrayList<>();
        reading.forPosition.removeIf(
                waiter -> {
                    boolean now = waiter.satisfiedBy(applied);
                    if (now) {
                        reached.add(waiter);
                    }
                    return now || waiter.isOver();
                });
        reached.forEach(waiter -> serve(reading, waiter));
    }

    private void serve(ServedMemory reading, Waiter<?> waiter) {
        if (!waiter.wantsView()) {
            owner.read(
                    reading.id(),
                    rows -> {
                        waiter.answerFrom(rows);
                        return null;
                    });
        } else if (reading.isLoaded()) {
            MemoryView view = reading.view();
            searchers.execute(() -> waiter.answerFrom(view));
        } else {
            reading.forView.add(waiter);
            if (!reading.isReading()) {
                loader.read(reading);
            }
        }
    }

    private void loaded(ServedMemory reading) {
        budget.changed(0, reading.bytes());
        List<Waiter<?>> waiters = new ArrayList<>(reading.forView);
        reading.forView.clear();
        waiters.forEach(waiter -> serve(reading, waiter));
        keepToBudget();
    }

    private void keepToBudget() {
        budget.keep(served.values()).forEach(this::removeIfIdle);
    }

    private void removeIfIdle(ServedMemory memory) {
        if (memory.isIdle()) {
            served.remove(memory.id(), memory);
        }
    }

    private void sweep(ServedMemory reading) {
        loader.later(
                () -> {
                    reading.forPosition.removeIf(Waiter::isOver);
                    removeIfIdle(reading);
                },
                "sweep reads");
    }

    private static RuntimeException late(MemoryId memory, Position atLeast, Duration deadline) {
        return atLeast == null
                ? new StateUnavailableException(
                        "memory "
                                + memory
                                + " is still being loaded after "
                                + deadline.toMillis()
                                + " ms; ask again")
                : new PositionNotReachedException(memory, atLeast, deadline);
    }

    private static StateUnavailableException unavailable() {
        return new StateUnavailableException(
                "the memory's owner is restarting; ask again in a moment");
    }
}
