package dev.alluvium.query.write;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.query.ApiSettings;
import dev.alluvium.query.event.LocalEvents;
import dev.alluvium.query.http.Call;
import dev.alluvium.query.http.Problem;
import dev.alluvium.query.log.AppendFailedException;
import dev.alluvium.query.log.CommandLog;
import dev.alluvium.query.read.Barriers;
import dev.alluvium.query.read.Dimensions;
import dev.alluvium.query.read.Reader;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import dev.alluvium.state.command.AssertFacts;
import dev.alluvium.state.command.Command;
import dev.alluvium.state.command.ReviseFact;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.outcome.CommandOutcome;
import dev.alluvium.state.outcome.ItemOutcome;
import dev.alluvium.state.outcome.ItemOutcome.Action;
import dev.alluvium.state.outcome.OutcomeJson;
import dev.alluvium.state.query.FindAnswer;
import dev.alluvium.state.record.RecordJson;
import dev.alluvium.state.serving.PositionNotReachedException;
import dev.alluvium.state.serving.StateClient;
import dev.alluvium.state.serving.StateUnavailableException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Puts a request's command into the log, once for each idempotency key, and answers: 202 when the
 * log has it, or 200 with what it did.
 */
public final class Writer {

    /** Longer than the log itself takes to give up on an append. */
    private static final Duration APPEND_TIMEOUT = Duration.ofSeconds(25);

    private static final Duration RETRY_PAUSE = Duration.ofMillis(50);

    private final CommandLog log;
    private final StateClient state;
    private final Reader reader;
    private final Barriers barriers;
    private final Dimensions dimensions;
    private final Repeats repeats;
    private final LogGate gate;
    private final SaveEvents saves;
    private final Duration timeout;

    public Writer(
            CommandLog log,
            StateClient state,
            Reader reader,
            Barriers barriers,
            Dimensions dimensions,
            LocalEvents events,
            ApiSettings settings) {
        saves = new SaveEvents(events);
        this.log = log;
        this.state = state;
        this.reader = reader;
        this.barriers = barriers;
        this.dimensions = dimensions;
        timeout = settings.timeout();
        gate = new LogGate(settings.threads() / 2);
        repeats = new Repeats(reader);
    }

    /** How a writing call wants to be answered. */
    public record Wish(boolean applied, Duration timeout) {}

    /** Reads {@code wait} and {@code timeout} of a writing call. */
    public Wish wish(Call call) {
        return new Wish(call.parameters().flag("wait"), call.timeout(timeout));
    }

    /**
     * Appends and answers.
     *
     * @param ids of what the command writes
     * @param check throws a problem if the write must not happen; not asked again on a repeat
     */
    public void write(Call call, Command command, List<String> ids, Wish wish, Runnable check)
            throws IOException {
        Acknowledged written = acknowledged(call, command, ids, check);
        ObjectNode json = Json.object();
        json.put("position", written.position().toString());
        if (!wish.applied()) {
            RecordJson.putTexts(json, "ids", written.ids());
            call.answer(202, json);
            return;
        }
        CommandOutcome outcome = outcome(command, written.position(), wish.timeout());
        if (outcome != null) {
            refuse(command, outcome, written.position());
            RecordJson.putTexts(json, "ids", held(command, written.ids(), outcome.items()));
            json.set("outcomes", OutcomeJson.items(outcome.items()));
            json.put("forgotten", outcome.forgotten());
        } else {
            RecordJson.putTexts(json, "ids", written.ids());
        }
        call.answer(200, json);
    }

    /** Appends, waits until it is applied, and answers what it did; refused as a waiting write. */
    public CommandOutcome apply(Call call, Command command, Duration limit) throws IOException {
        Position position = acknowledged(call, command, List.of(), () -> {}).position();
        CommandOutcome outcome = outcome(command, position, limit);
        if (outcome == null) {
            throw Problem.of(
                            410,
                            "outcome-forgotten",
                            "What the write did is not known any more",
                            "the write is applied, but what it did was forgotten; read the memory"
                                    + " instead of repeating the write")
                    .with("position", position.toString())
                    .exception();
        }
        refuse(command, outcome, position);
        return outcome;
    }

    private Acknowledged acknowledged(Call call, Command command, List<String> ids, Runnable check)
            throws IOException {
        Acknowledged written =
                command.idempotencyKey() == null
                        ? append(command, ids, check)
                        : repeats.once(
                                call, command.idempotencyKey(), () -> append(command, ids, check));
        call.context().header(Call.POSITION_HEADER, written.position().toString());
        return written;
    }

    /** Appends one command and waits for the log's acknowledgement. */
    public Position append(Command command) {
        gate.enter();
        boolean acknowledged = false;
        try {
            Position position = awaited(command, log.append(command));
            acknowledged = true;
            return position;
        } finally {
            gate.leave(acknowledged);
        }
    }

    private Position awaited(Command command, CompletableFuture<Position> appended) {
        try {
            Position position = appended.get(APPEND_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
            barriers.appended(command.memory(), position);
            return position;
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause
                    ? cause
                    : new AppendFailedException("the log failed", e.getCause());
        } catch (TimeoutException e) {
            throw new AppendFailedException(
                    "the log did not acknowledge the write within "
                            + APPEND_TIMEOUT.toSeconds()
                            + " s; repeat it, with an Idempotency-Key to be safe",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AppendFailedException("the server is stopping; repeat the write", e);
        }
    }

    private Acknowledged append(Command command, List<String> ids, Runnable check) {
        checked(
                () -> {
                    check.run();
                    dimensions.checkWritten(command);
                });
        saves.started(command);
        try {
            return new Acknowledged(append(command), ids);
        } catch (RuntimeException e) {
            saves.failed(command, e);
            throw e;
        }
    }

    /**
     * A check that waits for an earlier write in vain must not look like this one waiting: whoever
     * reads a position there takes this write to be in the log.
     */
    private static void checked(Runnable check) {
        try {
            check.run();
        } catch (PositionNotReachedException e) {
            throw new StateUnavailableException(
                    "nothing was written: whether it may be could not be seen, " + e.getMessage());
        }
    }

    /** What the command did; null where that was too long ago to be known. */
    private CommandOutcome outcome(Command command, Position position, Duration limit) {
        CommandOutcome outcome = applied(command.memory(), position, limit);
        if (outcome != null || command.idempotencyKey() == null) {
            return outcome;
        }
        return reader.ask(
                        command.memory(),
                        new FindAnswer(command.idempotencyKey()),
                        List.of(position),
                        limit)
                .value();
    }

    /**
     * The write is in the log, so a memory that is recovering is waited for like one that is late:
     * to its writer both mean "not yet".
     */
    private CommandOutcome applied(MemoryId memory, Position position, Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        while (true) {
            Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
            try {
                return reader.await(memory, position, state.outcome(memory, position, left), left);
            } catch (StateUnavailableException e) {
                if (left.compareTo(RETRY_PAUSE) <= 0) {
                    throw new PositionNotReachedException(memory, position, limit);
                }
                pause(memory, position, limit);
            }
        }
    }

    private static void pause(MemoryId memory, Position position, Duration limit) {
        try {
            Thread.sleep(RETRY_PAUSE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PositionNotReachedException(memory, position, limit);
        }
    }

    /**
     * The ids, with the ones that applying the command gave. A fact that is known keeps its id,
     * whatever this writing of it was named.
     */
    private static List<String> held(Command command, List<String> ids, List<ItemOutcome> items) {
        if (ids.size() != items.size()) {
            return ids;
        }
        if (command instanceof AssertFacts) {
            return items.stream()
                    .map(item -> item.duplicateOf() == null ? item.id() : item.duplicateOf())
                    .toList();
        }
        List<String> named = new ArrayList<>(ids);
        for (int i = 0; i < named.size(); i++) {
            if (named.get(i) == null) {
                named.set(i, items.get(i).id());
            }
        }
        return named;
    }

    private static void refuse(Command command, CommandOutcome outcome, Position position) {
        CommandOutcome.Refusal refusal = outcome.refusal();
        if (refusal != null) {
            throw Problem.of(refusal.status(), "refused", refusal.title(), refusal.detail())
                    .with("position", position.toString())
                    .exception();
        }
        if (outcome.items().size() == 1 && outcome.items().get(0).action() == Action.NOT_FOUND) {
            String what = command instanceof ReviseFact ? "fact" : "record";
            throw Problem.notFound(
                            "there is no " + what + " \"" + outcome.items().get(0).id() + "\"")
                    .with("position", position.toString())
                    .exception();
        }
    }
}
