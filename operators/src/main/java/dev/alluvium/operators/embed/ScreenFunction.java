package dev.alluvium.operators.embed;

import dev.alluvium.operators.log.LoggedCommand;
import dev.alluvium.operators.log.RejectedCommand;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.command.LogTurns;
import dev.alluvium.state.episode.TurnDraft;
import dev.alluvium.state.episode.TurnTexts;
import dev.alluvium.state.json.InvalidInputException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Screens the log before the embedder: rejects entries that name no memory, and notes for each turn
 * to be embedded what was said before it in its session, since a turn such as "yes, last week" is
 * found by what it answers. The latest turn of each session is kept in operator state, so that a
 * restart embeds as an undisturbed run would.
 */
public final class ScreenFunction extends ProcessFunction<LoggedCommand, LoggedCommand>
        implements CheckpointedFunction {

    /** Sessions remembered at once; the least recently spoken in is let go first. */
    private static final int MAX_SESSIONS = 50_000;

    private final EmbedSettings settings;
    private transient Map<String, String> latest;
    private transient ListState<Tuple2<String, String>> stored;

    public ScreenFunction(EmbedSettings settings) {
        this.settings = settings;
    }

    @Override
    public void initializeState(FunctionInitializationContext context) throws Exception {
        latest =
                new LinkedHashMap<>(16, 0.75f, true) {
                    @Override
                    protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
                        return size() > MAX_SESSIONS;
                    }
                };
        // After rescaling a partition may be read by another subtask, so each takes all sessions.
        stored =
                context.getOperatorStateStore()
                        .getUnionListState(
                                new ListStateDescriptor<>(
                                        "latest-turns", Types.TUPLE(Types.STRING, Types.STRING)));
        for (Tuple2<String, String> entry : stored.get()) {
            latest.put(entry.f0, entry.f1);
        }
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) throws Exception {
        List<Tuple2<String, String>> entries = new ArrayList<>(latest.size());
        latest.forEach((session, content) -> entries.add(Tuple2.of(session, content)));
        stored.update(entries);
    }

    @Override
    public void processElement(LoggedCommand entry, Context context, Collector<LoggedCommand> out) {
        try {
            MemoryId.ofKey(entry.key());
            out.collect(
                    settings.isOn() && settings.embedded().turns() ? notePreceding(entry) : entry);
        } catch (IllegalArgumentException | InvalidInputException e) {
            context.output(
                    RejectedCommand.TAG,
                    RejectedCommand.of(
                            entry.position(), entry.key(), entry.value(), e.getMessage()));
        }
    }

    private LoggedCommand notePreceding(LoggedCommand entry) {
        if (!(entry.command() instanceof LogTurns log)) {
            return entry;
        }
        List<String> preceding = new ArrayList<>(log.turns().size());
        for (TurnDraft turn : log.turns()) {
            String text = TurnTexts.alone(turn);
            preceding.add(latest.put(entry.key() + '\n' + turn.session(), TurnTexts.before(text)));
        }
        return entry.withPreceding(preceding);
    }
}
