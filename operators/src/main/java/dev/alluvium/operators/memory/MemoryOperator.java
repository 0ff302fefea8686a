package dev.alluvium.operators.memory;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.operators.decide.OpenQuestion;
import dev.alluvium.operators.embed.VectorRequest;
import dev.alluvium.operators.log.LoggedCommand;
import dev.alluvium.operators.log.RejectedCommand;
import dev.alluvium.operators.serving.MemoryOwner;
import dev.alluvium.operators.serving.Publication;
import dev.alluvium.operators.serving.StateRegistry;
import dev.alluvium.operators.serving.SubtaskState;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.change.Change;
import dev.alluvium.state.change.Change.PutHeader;
import dev.alluvium.state.change.MemoryHeader;
import dev.alluvium.state.command.Command;
import dev.alluvium.state.command.Distill;
import dev.alluvium.state.command.LogTurns;
import dev.alluvium.state.core.MemoryCore;
import dev.alluvium.state.core.Outcome;
import dev.alluvium.state.decide.SessionQuestion;
import dev.alluvium.state.event.MemoryEvent;
import dev.alluvium.state.json.InvalidInputException;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.store.MemoryRows;
import dev.alluvium.state.text.TextAnalyzer;
import dev.alluvium.state.view.ViewBuilder;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.api.common.operators.MailboxExecutor.MailOptions;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.InternalTimer;
import org.apache.flink.streaming.api.operators.InternalTimerService;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.Triggerable;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Owns the memories of its key groups: applies each command through the core, writes the rows that
 * follow to keyed state, keeps the views of memories in use in step, and emits what happened, keyed
 * by memory. A thin shell: every rule is in {@link MemoryCore}. Its mailbox runs all that reads
 * state between records, so nothing here is locked.
 */
final class MemoryOperator extends AbstractStreamOperator<Tuple2<String, byte[]>>
        implements OneInputStreamOperator<LoggedCommand, Tuple2<String, byte[]>>,
                Triggerable<String, VoidNamespace>,
                MemoryOwner {

    /** Keys looked at in one go while the known memories are listed after a start. */
    private static final int KEYS_AT_ONCE = 1000;

    private static final long TIMER_MILLIS = 1000;

    private static final String SAVED = "save_completed";

    private final MemorySettings settings;
    private final transient MailboxExecutor mailbox;
    private transient KeyedMemories memories;
    private transient TextAnalyzer analyzer;
    private transient SubtaskState serving;
    private transient ExecutorService searchers;
    private transient Stream<String> listed;
    private transient Publication publication;
    private transient InternalTimerService<VoidNamespace> timers;

    MemoryOperator(
            StreamOperatorParameters<Tuple2<String, byte[]>> parameters,
            MailboxExecutor mailbox,
            MemorySettings settings) {
        super(parameters);
        this.mailbox = mailbox;
        this.settings = settings;
    }

    @Override
    public void open() throws Exception {
        super.open();
        int parallelism = getRuntimeContext().getTaskInfo().getNumberOfParallelSubtasks();
        int index = getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
        int besides = subtasksInThisProcess(parallelism);
        memories = new KeyedMemories(getRuntimeContext(), settings, settings.nearBudget(besides));
        analyzer = new TextAnalyzer();
        searchers =
                Executors.newFixedThreadPool(
                        2,
                        task -> {
                            Thread thread = new Thread(task, "alluvium-search-" + index);
                            thread.setDaemon(true);
                            return thread;
                        });
        serving =
                new SubtaskState(
                        index,
                        parallelism,
                        getRuntimeContext().getTaskInfo().getMaxNumberOfParallelSubtasks(),
                        this,
                        searchers,
                        settings.viewBudget(besides));
        timers = getInternalTimerService("sessions", VoidNamespaceSerializer.INSTANCE, this);
        listKnown();
        StateRegistry registry = StateRegistry.of(settings.registry());
        serving.open(registry);
        if (settings.server() != null) {
            int attempt = getRuntimeContext().getTaskInfo().getAttemptNumber();
            publication = new Publication(settings.server(), registry, serving, attempt);
        }
    }

    /** How many there are at most: each takes a slot of its own. */
    private int subtasksInThisProcess(int parallelism) {
        int slots =
                getContainingTask()
                        .getEnvironment()
                        .getTaskManagerInfo()
                        .getConfiguration()
                        .get(TaskManagerOptions.NUM_TASK_SLOTS);
        return Math.max(1, Math.min(slots, parallelism));
    }

    @Override
    public void processElement(StreamRecord<LoggedCommand> element) {
        LoggedCommand entry = element.getValue();
        Command command;
        try {
            command = KeyedMemories.command(entry);
        } catch (InvalidInputException e) {
            output.collect(
                    RejectedCommand.TAG,
                    new StreamRecord<>(
                            RejectedCommand.of(
                                    entry.position(), entry.key(), entry.value(), e.getMessage())));
            return;
        }
        apply(entry, command);
    }

    private void apply(LoggedCommand entry, Command command) {
        Outcome outcome = memories.apply(entry, command);
        MemoryHeader header = null;
        for (Change change : outcome.changes()) {
            if (change instanceof PutHeader put) {
                header = put.header();
            }
        }
        serving.known(command.memory(), exists(header));
        serving.applied(
                command.memory(), entry.position(), outcome.changes(), header, outcome.answer());
        for (MemoryEvent event : outcome.events()) {
            output.collect(
                    new StreamRecord<>(Tuple2.of(entry.key(), Json.bytes(told(event, entry)))));
        }
        ask(outcome.sessions());
        if (command instanceof LogTurns || command instanceof Distill) {
            awaitSilence(header);
        }
        if (outcome.vectors() != null) {
            output.collect(
                    VectorRequest.TAG, new StreamRecord<>(VectorRequest.of(outcome.vectors())));
        }
        if (outcome.question() != null) {
            output.collect(
                    OpenQuestion.TAG, new StreamRecord<>(OpenQuestion.of(outcome.question())));
        }
    }

    /** With how long a save took from the log on: the core reads no clock. */
    private ObjectNode told(MemoryEvent event, LoggedCommand entry) {
        ObjectNode json = event.toJson();
        if (event.kind().equals(SAVED)) {
            long took = timers.currentProcessingTime() - entry.timestamp();
            json.put("save_time_ms", Math.max(0, took));
        }
        return json;
    }

    private void ask(List<SessionQuestion> sessions) {
        for (SessionQuestion session : sessions) {
            output.collect(OpenQuestion.SESSIONS, new StreamRecord<>(OpenQuestion.of(session)));
        }
    }

    /** Looks again when the sessions that were just spoken in may have been silent long enough. */
    private void awaitSilence(MemoryHeader header) {
        double gap = memories.distillGap(header);
        if (gap > 0) {
            long until = timers.currentProcessingTime() + (long) (gap * 1000);
            // Rounded up, so that turns of one second share a timer.
            timers.registerProcessingTimeTimer(
                    VoidNamespace.INSTANCE, (until / TIMER_MILLIS + 1) * TIMER_MILLIS);
        }
    }

    @Override
    public void onProcessingTime(InternalTimer<String, VoidNamespace> timer) {
        MemoryId memory = MemoryId.ofKey(timer.getKey());
        select(timer.getKey());
        ask(memories.silentSessions(memory, Instant.ofEpochMilli(timer.getTimestamp())));
    }

    @Override
    public void onEventTime(InternalTimer<String, VoidNamespace> timer) {
        throw new IllegalStateException("there are no timers of event time");
    }

    @Override
    public void execute(Runnable task, String description) {
        // Deferrable, so that no read ever runs inside the processing of a record that yields.
        mailbox.execute(MailOptions.deferrable(), task::run, description);
    }

    @Override
    public <R> R read(MemoryId memory, Function<MemoryRows, R> reading) {
        select(memory.key());
        return reading.apply(memories.rows());
    }

    @Override
    public RowCursor cursor(MemoryId memory) {
        select(memory.key());
        return Checked.get(
                () ->
                        new StateCursor(
                                memories.states(), memories.rows(), () -> select(memory.key())));
    }

    @Override
    public ViewBuilder newBuilder() {
        return new ViewBuilder(memories.calibration(), analyzer);
    }

    @Override
    public void close() throws Exception {
        if (publication != null) {
            publication.close();
        }
        if (serving != null) {
            serving.close(StateRegistry.of(settings.registry()));
            searchers.shutdownNow();
            listed.close();
        }
        super.close();
    }

    private void select(String key) {
        setCurrentKey(key);
        memories.select(key);
    }

    /**
     * Lists the memories that state holds, a bounded number between records, so that a start does
     * not wait for it.
     */
    private void listKnown() throws Exception {
        listed = this.<String>getKeyedStateBackend().getKeys("header", VoidNamespace.INSTANCE);
        Iterator<String> keys = listed.iterator();
        execute(() -> listKnown(keys), "list memories");
    }

    private void listKnown(Iterator<String> keys) {
        for (int i = 0; i < KEYS_AT_ONCE && keys.hasNext(); i++) {
            String key = keys.next();
            select(key);
            if (exists(memories.rows().header())) {
                serving.known(MemoryId.ofKey(key), true);
            }
        }
        if (keys.hasNext()) {
            execute(() -> listKnown(keys), "list memories");
        } else {
            listed.close();
        }
    }

    private static boolean exists(MemoryHeader header) {
        return header.records() > 0
                || header.turns() > 0
                || header.graph().entities() > 0
                || !header.options().isEmpty();
    }
}
