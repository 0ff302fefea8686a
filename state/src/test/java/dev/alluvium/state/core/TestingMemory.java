package dev.alluvium.state.core;

import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import dev.alluvium.state.change.Change;
import dev.alluvium.state.command.Command;
import dev.alluvium.state.command.CommandCodec;
import dev.alluvium.state.event.MemoryEvent;
import dev.alluvium.state.option.MemoryOptions;
import dev.alluvium.state.outcome.CommandOutcome;
import dev.alluvium.state.outcome.ItemOutcome.Action;
import dev.alluvium.state.record.MemoryRecord;
import dev.alluvium.state.vector.CosineCalibration;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One memory without a cluster: commands go through their bytes and the real core, at positions
 * that follow one another and a clock that moves when told.
 */
public final class TestingMemory {

    public static final MemoryId ID = new MemoryId("app", "user");

    /** JSON as tests like to write it: single quotes, names without. */
    private static final JsonMapper LOOSE =
            JsonMapper.builder()
                    .enable(JsonReadFeature.ALLOW_SINGLE_QUOTES)
                    .enable(JsonReadFeature.ALLOW_UNQUOTED_FIELD_NAMES)
                    .build();

    private final MemoryCore core;
    private final TestingRows rows = new TestingRows();
    private final List<MemoryEvent> events = new ArrayList<>();
    private List<Change> lastChanges = List.of();
    private Instant now = Instant.parse("2026-05-01T10:00:00Z");
    private long nextOffset;

    public TestingMemory() {
        this(MemoryOptions.DEFAULTS, null);
    }

    public TestingMemory(MemoryOptions options, String embedder) {
        core = new MemoryCore(options, CosineCalibration.identity(), embedder);
    }

    /** The command that {@code json} means: its kind and its own fields, of this memory. */
    public static Command command(String kind, String json) {
        try {
            ObjectNode node = (ObjectNode) LOOSE.readTree(json);
            node.put("command", kind).put("app", ID.app()).put("user", ID.user());
            return CommandCodec.decode(CommandCodec.encode(CommandCodec.fromJson(node)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public CommandOutcome apply(Command command) {
        Outcome outcome = core.apply(rows, command, new Position(0, nextOffset++), now);
        lastChanges = outcome.changes();
        rows.apply(outcome.changes());
        events.addAll(outcome.events());
        return outcome.answer();
    }

    public CommandOutcome apply(String kind, String json) {
        return apply(command(kind, json));
    }

    /** Remembers records, each a JSON object. */
    public CommandOutcome remember(String... records) {
        return apply("remember", "{records: [" + String.join(",", records) + "]}");
    }

    /** Remembers bare texts, as one batch. */
    public CommandOutcome rememberTexts(String... contents) {
        ObjectNode node = LOOSE.createObjectNode();
        Arrays.stream(contents)
                .forEach(c -> node.withArray("records").addObject().put("content", c));
        return apply("remember", node.toString());
    }

    public CommandOutcome update(String id, String changes) {
        return apply("update", "{id: '" + id + "', changes: " + changes + "}");
    }

    public CommandOutcome forget(String filter) {
        return apply("forget", filter);
    }

    public CommandOutcome reset(String scope) {
        return apply("reset", "{scope: '" + scope + "'}");
    }

    /** Logs turns, each a JSON object. */
    public CommandOutcome logTurns(String... turns) {
        return apply("log_turns", "{turns: [" + String.join(",", turns) + "]}");
    }

    public CommandOutcome configure(String options) {
        return apply("configure", "{options: " + options + "}");
    }

    public TestingMemory pass(Duration time) {
        now = now.plus(time);
        return this;
    }

    public Instant now() {
        return now;
    }

    public TestingRows rows() {
        return rows;
    }

    public List<MemoryEvent> events() {
        return events;
    }

    public MemoryEvent lastEvent() {
        return events.get(events.size() - 1);
    }

    public List<Change> lastChanges() {
        return lastChanges;
    }

    /** Current records, in the order they were written. */
    public List<MemoryRecord> records() {
        return rows.records.values().stream().filter(r -> r.knownTo() == null).toList();
    }

    public List<String> contents() {
        return records().stream().map(MemoryRecord::content).toList();
    }

    public MemoryRecord record(String id) {
        long[] all = rows.versions(id);
        return all.length == 0 ? null : rows.record(all[all.length - 1]);
    }

    public List<MemoryRecord> history(String id) {
        return Arrays.stream(rows.versions(id)).mapToObj(rows::record).toList();
    }

    public static List<Action> actions(CommandOutcome outcome) {
        return outcome.items().stream().map(item -> item.action()).collect(Collectors.toList());
    }
}
