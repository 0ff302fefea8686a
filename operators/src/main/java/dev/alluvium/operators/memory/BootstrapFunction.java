package dev.alluvium.operators.memory;

import dev.alluvium.operators.log.LoggedCommand;
import dev.alluvium.state.change.Change;
import dev.alluvium.state.change.Change.PutHeader;
import dev.alluvium.state.command.Command;
import dev.alluvium.state.core.Outcome;
import dev.alluvium.state.outcome.CommandOutcome;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.state.api.functions.KeyedStateBootstrapFunction;

/**
 * Writes the state of the memory operator before there is a job: applies commands that never were
 * in the log, in their order, as the operator applies those of the log. Their positions make ids
 * and are forgotten, so that the first command of the log is the first that a memory has applied.
 *
 * <p>Flink runs it on a thread that nobody watches: one that throws leaves the others waiting for
 * it for ever. So a failure is noted and all that follows is passed over.
 */
public final class BootstrapFunction extends KeyedStateBootstrapFunction<String, LoggedCommand> {

    private final MemorySettings settings;
    private final String ledgerName;
    private transient KeyedMemories memories;
    private transient BootstrapLedger ledger;

    /**
     * @param ledgerName of the {@link BootstrapLedger} that is kept
     */
    public BootstrapFunction(MemorySettings settings, String ledgerName) {
        this.settings = settings.withoutDistilling();
        this.ledgerName = ledgerName;
    }

    @Override
    public void open(OpenContext context) {
        ledger = BootstrapLedger.of(ledgerName);
        try {
            RuntimeContext runtime = getRuntimeContext();
            int writers = runtime.getTaskInfo().getNumberOfParallelSubtasks();
            memories = new KeyedMemories(runtime, settings, settings.nearBudget(writers));
        } catch (RuntimeException | Error e) {
            ledger.failed(e);
        }
    }

    @Override
    public void processElement(LoggedCommand entry, Context context) {
        if (ledger.failure() != null) {
            return;
        }
        try {
            Command command = KeyedMemories.command(entry);
            Outcome outcome = memories.apply(entry, command, BootstrapFunction::beforeLog);
            CommandOutcome answer = outcome.answer();
            if (answer.refusal() != null) {
                ledger.refused(entry.key() + ": " + answer.refusal().detail());
            } else {
                ledger.applied(answer.items().size());
            }
        } catch (RuntimeException | Error e) {
            ledger.failed(e);
        }
    }

    private static Change beforeLog(Change change) {
        return change instanceof PutHeader put ? new PutHeader(put.header().beforeLog()) : change;
    }
}
