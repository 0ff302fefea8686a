package dev.alluvium.operators.memory;

import dev.alluvium.models.embedding.Embedder;
import dev.alluvium.operators.log.LoggedCommand;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.change.Change;
import dev.alluvium.state.change.MemoryHeader;
import dev.alluvium.state.command.Command;
import dev.alluvium.state.core.MemoryCore;
import dev.alluvium.state.core.Outcome;
import dev.alluvium.state.decide.SessionQuestion;
import dev.alluvium.state.json.InvalidInputException;
import dev.alluvium.state.vector.CosineCalibration;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.flink.api.common.functions.RuntimeContext;

/**
 * The memories of a subtask in its keyed state, and the one way in which a command changes them,
 * whether it comes from the log or before there is one. For the operator's thread.
 */
final class KeyedMemories {

    private final RowStates states;
    private final NearIndexes near;
    private final StoredRows rows;
    private final RowWriter writer;
    private final CosineCalibration calibration;
    private final MemoryCore core;

    /**
     * @param nearBudgetBytes heap for near-duplicate indexes
     */
    KeyedMemories(RuntimeContext context, MemorySettings settings, long nearBudgetBytes) {
        states = new RowStates(context);
        near = new NearIndexes(states, nearBudgetBytes);
        rows = new StoredRows(states, near);
        writer = new RowWriter(states, near);
        Embedder embedder = settings.embedder();
        calibration = embedder == null ? CosineCalibration.identity() : embedder.calibration();
        core =
                new MemoryCore(
                        settings.memoryOptions(),
                        calibration,
                        embedder == null ? null : embedder.name(),
                        settings.embedded());
    }

    RowStates states() {
        return states;
    }

    /** The rows of the memory selected last. */
    StoredRows rows() {
        return rows;
    }

    CosineCalibration calibration() {
        return calibration;
    }

    /** Seconds of silence after which sessions of a memory are distilled; 0 for never. */
    double distillGap(MemoryHeader header) {
        return core.distillGap(header);
    }

    /** The sessions of the selected memory that have been silent long enough. */
    List<SessionQuestion> silentSessions(MemoryId memory, Instant now) {
        return core.silentSessions(memory, rows, now);
    }

    /** Makes {@code key} the memory meant; it is the key of the state, too. */
    void select(String key) {
        near.select(key);
    }

    /** The entry's command; throws {@link InvalidInputException} where it is none for its key. */
    static Command command(LoggedCommand entry) {
        Command command = entry.command();
        if (!command.memory().key().equals(entry.key())) {
            throw new InvalidInputException(
                    "",
                    "the entry's key \""
                            + entry.key()
                            + "\" is not the command's memory \""
                            + command.memory().key()
                            + "\"; use app/user, each "
                            + "percent-encoded, as the key");
        }
        return command;
    }

    /** Applies the entry's command to the memory of its key, which is that of the state. */
    Outcome apply(LoggedCommand entry, Command command) {
        return apply(entry, command, UnaryOperator.identity());
    }

    /**
     * As {@link #apply(LoggedCommand, Command)}.
     *
     * @param stored what is written in place of each change
     */
    Outcome apply(LoggedCommand entry, Command command, UnaryOperator<Change> stored) {
        select(entry.key());
        Outcome outcome = core.apply(rows, command, entry.position(), entry.time());
        for (Change change : outcome.changes()) {
            writer.write(stored.apply(change));
        }
        return outcome;
    }
}
