package dev.alluvium.state.core;

import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import dev.alluvium.state.change.Change.PutAnswer;
import dev.alluvium.state.change.MemoryHeader;
import dev.alluvium.state.command.Command;
import dev.alluvium.state.decide.SessionQuestion;
import dev.alluvium.state.event.MemoryEvent;
import dev.alluvium.state.option.Embedded;
import dev.alluvium.state.option.MemoryOptions;
import dev.alluvium.state.option.MemoryOptions.Setting;
import dev.alluvium.state.outcome.CommandOutcome;
import dev.alluvium.state.outcome.CommandOutcome.Refusal;
import dev.alluvium.state.store.MemoryRows;
import dev.alluvium.state.vector.CosineCalibration;
import java.time.Instant;
import java.util.List;

/**
 * The rules of memory: given a memory's rows and a command, says what follows. Pure: it reads no
 * clock and writes nothing, so the same log gives the same state, and each rule is tested without a
 * cluster.
 */
public final class MemoryCore {

    private final Rules rules;

    /**
     * @param defaults the process's options, which each memory's own overlay
     * @param calibration of the embedder's cosines
     * @param embedder the model that embeds what comes without a vector, or null
     * @param embedded what has vectors beside records
     */
    public MemoryCore(
            MemoryOptions defaults,
            CosineCalibration calibration,
            String embedder,
            Embedded embedded) {
        rules = new Rules(defaults, calibration, embedder, embedded);
    }

    /**
     * @param position where the command stands in the log
     * @param logTime the log's timestamp of the command; its known time, unless the memory already
     *     knows later
     */
    public Outcome apply(MemoryRows rows, Command command, Position position, Instant logTime) {
        Draft draft = new Draft(rows, position, logTime, rules.embedder());
        CommandOutcome earlier =
                command.idempotencyKey() == null ? null : rows.answer(command.idempotencyKey());
        if (earlier != null) {
            return new Outcome(draft.finish(), earlier, List.of(), null, List.of(), null);
        }
        Application application = new Application(draft, position, rules);
        CommandOutcome answer = answer(command, application, position);
        boolean refused = answer.refusal() != null;
        if (refused) {
            draft.discard();
        }
        if (command.idempotencyKey() != null) {
            draft.add(new PutAnswer(command.idempotencyKey(), answer));
        }
        List<MemoryEvent> events = application.events();
        if (refused || events == null) {
            String kind = refused ? "save_failed" : command.match(EventKinds.INSTANCE);
            events =
                    List.of(
                            EventDetails.event(
                                    command,
                                    kind,
                                    draft,
                                    position,
                                    EventDetails.details(command, answer, draft)));
        }
        return new Outcome(
                draft.finish(),
                answer,
                events,
                refused ? null : application.question(),
                refused ? List.of() : application.sessions(),
                refused ? null : application.vectors());
    }

    /**
     * A value that cannot be, such as an interval that an update would turn round, is refused here:
     * a command once in the log must never stop the memory.
     */
    private static CommandOutcome answer(
            Command command, Application application, Position position) {
        try {
            return command.match(application);
        } catch (IllegalArgumentException e) {
            Refusal refusal = new Refusal(422, "Cannot be applied", e.getMessage());
            return new CommandOutcome(position, List.of(), 0, refusal);
        }
    }

    /**
     * The sessions of a memory that have been silent long enough at an instant, for whoever has a
     * clock: they are to be distilled.
     */
    public List<SessionQuestion> silentSessions(MemoryId memory, MemoryRows rows, Instant now) {
        return SessionNotes.silent(memory, rows, rules.options(rows.header()), now);
    }

    /** Seconds of silence after which sessions of a memory are distilled; 0 for never. */
    public double distillGap(MemoryHeader header) {
        return rules.options(header).get(Setting.DISTILL_GAP_SECONDS);
    }
}
