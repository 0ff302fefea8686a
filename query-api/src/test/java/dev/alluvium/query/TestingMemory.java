package dev.alluvium.query;

import dev.alluvium.query.event.EventFeed;
import dev.alluvium.query.event.FeedEvent;
import dev.alluvium.query.event.LocalEvents;
import dev.alluvium.query.log.CommandLog;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import dev.alluvium.state.command.Command;
import dev.alluvium.state.command.CommandCodec;
import dev.alluvium.state.core.MemoryCore;
import dev.alluvium.state.core.Outcome;
import dev.alluvium.state.core.TestingRows;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.option.Embedded;
import dev.alluvium.state.option.MemoryOptions;
import dev.alluvium.state.outcome.CommandOutcome;
import dev.alluvium.state.query.Query;
import dev.alluvium.state.query.RowQuery;
import dev.alluvium.state.query.ViewQuery;
import dev.alluvium.state.serving.PositionNotReachedException;
import dev.alluvium.state.serving.StateClient;
import dev.alluvium.state.serving.StateUnavailableException;
import dev.alluvium.state.text.TextAnalyzer;
import dev.alluvium.state.vector.CosineCalibration;
import dev.alluvium.state.view.ViewBuilder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * A log and its memories in one object: commands go through their bytes and the real core, so what
 * a test reads is what the whole system would say. Applying can be held back, reading can be made
 * unavailable.
 */
final class TestingMemory implements CommandLog, StateClient, EventFeed {

    /** The model whose vectors these memories hold. */
    static final String EMBEDDER = "model";

    private static final TextAnalyzer ANALYZER = new TextAnalyzer();
    private static final int PARTITIONS = 4;

    private final MemoryCore core =
            new MemoryCore(
                    MemoryOptions.DEFAULTS,
                    CosineCalibration.identity(),
                    EMBEDDER,
                    Embedded.RECORDS);
    private final TreeMap<MemoryId, Kept> memories = new TreeMap<>();
    private final List<Command> appended = new ArrayList<>();
    private final List<Runnable> unapplied = new ArrayList<>();
    private final Map<Position, CommandOutcome> outcomes = new HashMap<>();
    private final LocalEvents events = new LocalEvents();
    private final long[] offsets = new long[PARTITIONS];
    private boolean held;
    private boolean unavailable;
    private RuntimeException appendFailure;
    private boolean silent;
    private final List<Runnable> unacknowledged = new ArrayList<>();

    private static final class Kept {
        final TestingRows rows = new TestingRows();
        final ViewBuilder view = new ViewBuilder(CosineCalibration.identity(), ANALYZER);
    }

    /** Keeps what is appended from being applied until {@link #release}. */
    synchronized void hold() {
        held = true;
    }

    synchronized void release() {
        held = false;
        unapplied.forEach(Runnable::run);
        unapplied.clear();
    }

    synchronized void unavailable(boolean now) {
        unavailable = now;
    }

    synchronized void failAppends(RuntimeException failure) {
        appendFailure = failure;
    }

    /** Keeps what is appended from being acknowledged until {@link #acknowledge}. */
    synchronized void silence() {
        silent = true;
    }

    synchronized void acknowledge() {
        silent = false;
        unacknowledged.forEach(Runnable::run);
        unacknowledged.clear();
    }

    synchronized int unacknowledged() {
        return unacknowledged.size();
    }

    synchronized List<Command> appended() {
        return List.copyOf(appended);
    }

    @Override
    public synchronized CompletableFuture<Position> append(Command command) {
        if (appendFailure != null) {
            return CompletableFuture.failedFuture(appendFailure);
        }
        if (silent) {
            CompletableFuture<Position> later = new CompletableFuture<>();
            unacknowledged.add(() -> append(command).thenAccept(later::complete));
            return later;
        }
        Command decoded = CommandCodec.decode(CommandCodec.encode(command));
        appended.add(decoded);
        int partition = Math.floorMod(command.memory().key().hashCode(), PARTITIONS);
        Position position = new Position(partition, offsets[partition]++);
        Instant logTime = Instant.ofEpochMilli(System.currentTimeMillis());
        if (held) {
            unapplied.add(() -> apply(decoded, position, logTime));
        } else {
            apply(decoded, position, logTime);
        }
        return CompletableFuture.completedFuture(position);
    }

    private void apply(Command command, Position position, Instant logTime) {
        Kept kept = memories.computeIfAbsent(command.memory(), id -> new Kept());
        Outcome outcome = core.apply(kept.rows, command, position, logTime);
        kept.rows.apply(outcome.changes());
        outcome.changes().forEach(kept.view::apply);
        outcomes.put(position, outcome.answer());
        outcome.events()
                .forEach(
                        event ->
                                events.publish(
                                        new FeedEvent(
                                                event.memory(),
                                                position,
                                                event.kind(),
                                                new String(
                                                        Json.bytes(event.toJson()),
                                                        StandardCharsets.UTF_8))));
    }

    @Override
    public synchronized <R> CompletableFuture<Answer<R>> ask(
            MemoryId memory, Query<R> query, Position atLeast, Duration deadline) {
        if (unavailable) {
            return CompletableFuture.failedFuture(
                    new StateUnavailableException("memory " + memory + " is recovering"));
        }
        Kept kept = memories.getOrDefault(memory, new Kept());
        if (atLeast != null && !kept.rows.header().applied().reached(atLeast)) {
            return CompletableFuture.failedFuture(
                    new PositionNotReachedException(memory, atLeast, deadline));
        }
        try {
            R result =
                    query instanceof RowQuery<R> rows
                            ? rows.on(kept.rows)
                            : ((ViewQuery<R>) query).on(kept.view.view());
            return CompletableFuture.completedFuture(
                    new Answer<>(result, kept.rows.header().applied()));
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    @Override
    public synchronized CompletableFuture<CommandOutcome> outcome(
            MemoryId memory, Position position, Duration deadline) {
        if (unavailable) {
            return CompletableFuture.failedFuture(
                    new StateUnavailableException("memory " + memory + " is recovering"));
        }
        CommandOutcome outcome = outcomes.get(position);
        return outcome == null
                ? CompletableFuture.failedFuture(
                        new PositionNotReachedException(memory, position, deadline))
                : CompletableFuture.completedFuture(outcome);
    }

    @Override
    public synchronized CompletableFuture<List<MemoryId>> memories(MemoryId after, int limit) {
        return CompletableFuture.completedFuture(
                (after == null ? memories : memories.tailMap(after, false))
                        .keySet().stream().limit(limit).collect(Collectors.toList()));
    }

    @Override
    public synchronized boolean ready() {
        return !unavailable;
    }

    @Override
    public Subscription subscribe(MemoryId memory, Position after, Consumer<FeedEvent> listener) {
        return events.subscribe(memory, listener);
    }
}
