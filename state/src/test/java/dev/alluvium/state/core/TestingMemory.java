package dev.alluvium.state.core;

import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import dev.alluvium.state.change.Change;
import dev.alluvium.state.command.Command;
import dev.alluvium.state.command.CommandCodec;
import dev.alluvium.state.decide.SaveQuestion;
import dev.alluvium.state.decide.SessionQuestion;
import dev.alluvium.state.event.MemoryEvent;
import dev.alluvium.state.graph.Claim;
import dev.alluvium.state.graph.Fact;
import dev.alluvium.state.graph.GraphKeys;
import dev.alluvium.state.option.Embedded;
import dev.alluvium.state.option.MemoryOptions;
import dev.alluvium.state.outcome.CommandOutcome;
import dev.alluvium.state.outcome.ItemOutcome.Action;
import dev.alluvium.state.record.MemoryRecord;
import dev.alluvium.state.reembed.VectorQuestion;
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

    private MemoryCore core;
    private final MemoryOptions options;
    private final TestingRows rows = new TestingRows();
    private final List<MemoryEvent> events = new ArrayList<>();
    private List<Change> lastChanges = List.of();
    private SaveQuestion lastQuestion;
    private List<SessionQuestion> lastSessions = List.of();
    private VectorQuestion lastVectors;
    private Instant now = Instant.parse("2026-05-01T10:00:00Z");
    private long nextOffset;

    public TestingMemory() {
        this(MemoryOptions.DEFAULTS, null);
    }

    public TestingMemory(MemoryOptions options, String embedder) {
        this.options = options;
        embedBy(embedder, Embedded.RECORDS);
    }

    /** From now on another model embeds, and other texts. */
    public TestingMemory embedBy(String embedder, Embedded embedded) {
        core = new MemoryCore(options, CosineCalibration.identity(), embedder, embedded);
        return this;
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
        lastQuestion = outcome.question();
        lastSessions = outcome.sessions();
        lastVectors = outcome.vectors();
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

    /** States entities, observations and relations: the fields of the command. */
    public CommandOutcome assertFacts(String fields) {
        return apply("assert_facts", fields);
    }

    /** States relations, each a JSON object, with the entities that they need. */
    public CommandOutcome relate(String... relations) {
        return assertFacts(
                "{relations: [" + String.join(",", relations) + "], create_missing: true}");
    }

    /** States observations of an entity, each a JSON object or text. */
    public CommandOutcome observe(String entity, String... observations) {
        return assertFacts(
                "{entities: [{name: '"
                        + entity
                        + "', observations: ["
                        + String.join(",", observations)
                        + "]}]}");
    }

    /** Revises a fact: the kind of revision and its fields. */
    public CommandOutcome revise(String id, String revision, String fields) {
        String own = fields.substring(1, fields.length() - 1);
        return apply(
                "revise_fact",
                "{id: '%s', revision: '%s'%s%s}"
                        .formatted(id, revision, own.isEmpty() ? "" : ", ", own));
    }

    public CommandOutcome identify(String fields) {
        return apply("identify_entity", fields);
    }

    public CommandOutcome deleteFacts(String selection) {
        return apply("delete_facts", selection);
    }

    /** What holds of all entities at an instant, as believed now: sentences, sorted. */
    public List<String> facts(String asOf) {
        return facts(instant(asOf), null);
    }

    /**
     * What held at an instant as believed at another: sentences, sorted.
     *
     * @param knownAt null for now
     */
    public List<String> facts(Instant asOf, Instant knownAt) {
        return rows.facts.values().stream()
                .flatMap(fact -> fact.history().versions().stream())
                .filter(version -> version.holds(asOf, knownAt))
                .map(version -> sentence(version.content()))
                .sorted()
                .toList();
    }

    /** A date's midnight in UTC, or a full time. */
    public static Instant instant(String date) {
        return Instant.parse(date.length() == 10 ? date + "T00:00:00Z" : date);
    }

    /** The fact with an id, or null. */
    public Fact fact(String id) {
        long[] held = rows.graphIndex(GraphKeys.fact(id));
        return held.length == 0 ? null : rows.fact(held[0]);
    }

    /** Whether there is a fact that says so now, whether it holds or not. */
    public boolean says(String sentence) {
        return rows.facts.values().stream()
                .anyMatch(fact -> sentence(fact.claim()).equals(sentence));
    }

    /** The id of the only fact that says so now, whether it holds or not. */
    public String idOf(String sentence) {
        List<String> ids =
                rows.facts.values().stream()
                        .filter(fact -> sentence(fact.claim()).equals(sentence))
                        .map(Fact::id)
                        .toList();
        if (ids.size() != 1) {
            throw new IllegalStateException(ids + " say " + sentence);
        }
        return ids.get(0);
    }

    /** A claim in words: names and what stands between them. */
    public String sentence(Claim claim) {
        return claim.match(
                new Claim.Visitor<String>() {
                    @Override
                    public String observation(Claim.Observation each) {
                        return name(each.subject()) + ": " + each.text();
                    }

                    @Override
                    public String relation(Claim.Relation each) {
                        return name(each.subject()) + " " + each.type() + " " + name(each.target());
                    }

                    private String name(long ordinal) {
                        return rows.entity(ordinal).name();
                    }
                });
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

    /** What the last command leaves open for a model, or null. */
    public SaveQuestion lastQuestion() {
        return lastQuestion;
    }

    /** The sessions that the last command leaves to be distilled. */
    public List<SessionQuestion> lastSessions() {
        return lastSessions;
    }

    /** The rows that the last command leaves to be embedded anew, or null. */
    public VectorQuestion lastVectors() {
        return lastVectors;
    }

    /** The sessions that have been silent long enough by now. */
    public List<SessionQuestion> silentSessions() {
        return core.silentSessions(ID, rows, now);
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
