package dev.alluvium.state.query;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.command.AssertFacts;
import dev.alluvium.state.command.Command;
import dev.alluvium.state.command.DeleteFacts;
import dev.alluvium.state.command.IdentifyEntity;
import dev.alluvium.state.command.ReviseFact;
import dev.alluvium.state.core.TestingMemory;
import dev.alluvium.state.graph.EntityDraft;
import dev.alluvium.state.graph.EntityRef;
import dev.alluvium.state.graph.GraphJson;
import dev.alluvium.state.graph.GraphSelection;
import dev.alluvium.state.graph.GraphText;
import dev.alluvium.state.graph.Identity;
import dev.alluvium.state.graph.ObservationDraft;
import dev.alluvium.state.graph.ObservationsDraft;
import dev.alluvium.state.graph.Provenance;
import dev.alluvium.state.graph.RelationDraft;
import dev.alluvium.state.graph.Revision;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.store.MemoryRows;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** What an export says makes the same graph again, which exports as the same. */
class ExportGraphTest {

    private static final Instant YEAR = Instant.parse("2021-01-01T00:00:00Z");

    private static final List<String> NAMES =
            List.of(
                    "Alice",
                    "zoe\u0308",
                    "北京 大学",
                    "서울",
                    "Москва",
                    "محمد علي",
                    "say \"hi\"",
                    "a/b\\c",
                    "🦊 fox");

    private static final List<String> TEXTS = List.of("likes tea", "قهوة", "“quoted” 🍵", "c:\\d");
    private static final List<String> TYPES = List.of("person", "place", "城市");
    private static final List<String> SLOTS = List.of("lives_in", "يعمل_في", "mood");

    @Test
    void saysEachIntervalAndSourceOfAFactOnce() {
        TestingMemory memory = new TestingMemory();
        memory.apply(
                "assert_facts",
                """
                {entities: [{id: 'e', name: 'Alice', type: 'person', aliases: ['Al']}],
                 observations: [{entity: 'alice', observations: [
                   {id: 'o', content: 'tea', valid_from: '2021-01-01', valid_to: '2022-01-01', source: 'a'},
                   {content: 'tea', valid_from: '2021-01-01', valid_to: '2022-01-01', source: 'b', confidence: 0.5},
                   {content: 'tea', valid_from: '2024-01-01'}]}],
                 relations: [{id: 'r', source: 'Al', type: 'knows', target: 'Bob', valid_from: '2020-01-01'}],
                 create_missing: true}
                """);

        assertThat(lines(memory, null, null))
                .satisfiesExactly(
                        line ->
                                assertThat(line)
                                        .isEqualTo(
                                                "{\"id\":\"e\",\"name\":\"Alice\",\"type\":\"person\",\"aliases\":[\"Al\"]}"),
                        line -> assertThat(line).contains("\"name\":\"Bob\",\"type\":\"general\""),
                        line ->
                                assertThat(line)
                                        .contains("\"id\":\"o\"")
                                        .contains("\"valid_to\":\"2022-01-01T00:00:00Z\"")
                                        .contains("\"source\":\"a\""),
                        line -> assertThat(line).contains("\"source\":\"b\",\"confidence\":0.5"),
                        line ->
                                assertThat(line)
                                        .contains("\"id\":\"o\"")
                                        .contains("\"valid_from\":\"2024-01-01T00:00:00Z\"}"),
                        line ->
                                assertThat(line)
                                        .contains("\"source\":\"Alice\",\"type\":\"knows\""));
        assertThat(lines(memory, Instant.parse("2023-01-01T00:00:00Z"), null)).hasSize(3);
        assertThat(lines(memory, null, memory.now().minusSeconds(1))).isEmpty();
    }

    @Test
    void tellsHomonymsApart() {
        TestingMemory memory = new TestingMemory();
        memory.apply(
                "assert_facts",
                """
                {entities: [{name: 'Paris', type: 'city'}, {name: 'Paris', type: 'person', distinct: true}],
                 relations: [{source: {name: 'Paris', type: 'person'}, type: 'visits', target: {name: 'Paris', type: 'city'}}]}
                """);

        assertRoundTrip(memory, new Random(1));
        assertThat(lines(memory, null, null).get(2))
                .contains("\"source\":{\"name\":\"Paris\",\"type\":\"person\"}");
    }

    @Property(tries = 300)
    void aRoundTripIsTheSame(@ForAll long seed) {
        Random random = new Random(seed);
        assertRoundTrip(randomMemory(random), random);
    }

    @Property(tries = 100)
    void whatWasKnownIsExportedTheSameLater(@ForAll long seed) {
        Random random = new Random(seed);
        TestingMemory memory = randomMemory(random);
        Instant then = memory.now();
        List<String> before = lines(memory, null, then).stream().map(this::withoutSources).toList();
        memory.pass(Duration.ofMillis(1));
        for (int i = 0; i < 20; i++) {
            Command command = random(random, memory.rows());
            if (command instanceof AssertFacts || command instanceof ReviseFact) {
                memory.pass(Duration.ofMillis(random.nextInt(3))).apply(command);
            }
        }

        assertThat(lines(memory, null, then).stream().map(this::withoutSources).distinct())
                .as("seed %d", seed)
                .containsAll(before);
    }

    /** Who said so, and what shares a timeline, is not kept for the past. */
    private String withoutSources(String line) {
        ObjectNode json =
                (ObjectNode) Json.parse(line.getBytes(java.nio.charset.StandardCharsets.UTF_8));
        if (json.has("observations")) {
            ((ObjectNode) json.at("/observations/0"))
                    .remove(List.of("source", "confidence", "single_valued"));
        }
        return json.remove(List.of("said_by", "confidence", "single_valued")).toString();
    }

    private static TestingMemory randomMemory(Random random) {
        TestingMemory memory = new TestingMemory();
        for (int i = 0; i < 40; i++) {
            memory.pass(Duration.ofMillis(random.nextInt(3))).apply(random(random, memory.rows()));
        }
        return memory;
    }

    private static void assertRoundTrip(TestingMemory memory, Random random) {
        Instant asOf =
                random.nextBoolean() ? null : YEAR.plus(Duration.ofDays(random.nextInt(900)));
        Instant knownAt =
                random.nextBoolean() ? null : memory.now().minusMillis(random.nextInt(60));
        List<ExportGraph.Row> exported = rows(memory.rows(), asOf, knownAt, random);
        // Undoing a merge can leave two that no writer can tell apart; an import makes them one.
        Assume.that(areTold(exported));
        TestingMemory other = new TestingMemory();
        for (int from = 0; from < exported.size(); ) {
            int to = Math.min(exported.size(), from + 1 + random.nextInt(20));
            assertThat(
                            other.pass(Duration.ofMillis(1))
                                    .apply(importOf(exported.subList(from, to)))
                                    .refusal())
                    .as("import of %s", exported.subList(from, to))
                    .isNull();
            from = to;
        }

        assertThat(lines(other, asOf, null)).isEqualTo(lines(exported));
        // Again, it changes nothing.
        other.pass(Duration.ofMillis(1)).apply(importOf(exported));
        assertThat(lines(other, asOf, null)).isEqualTo(lines(exported));
    }

    private static boolean areTold(List<ExportGraph.Row> rows) {
        List<EntityDraft> entities =
                rows.stream().map(ExportGraph.Row::entity).filter(Objects::nonNull).toList();
        return entities.stream()
                        .map(e -> GraphText.key(e.name()) + "/" + e.type())
                        .distinct()
                        .count()
                == entities.size();
    }

    private static Command importOf(List<ExportGraph.Row> rows) {
        return new AssertFacts(
                TestingMemory.ID,
                null,
                rows.stream().map(ExportGraph.Row::entity).filter(Objects::nonNull).toList(),
                rows.stream().map(ExportGraph.Row::observation).filter(Objects::nonNull).toList(),
                rows.stream().map(ExportGraph.Row::relation).filter(Objects::nonNull).toList(),
                true);
    }

    private static List<String> lines(TestingMemory memory, Instant asOf, Instant knownAt) {
        return lines(rows(memory.rows(), asOf, knownAt, new Random(7)));
    }

    private static List<String> lines(List<ExportGraph.Row> rows) {
        return rows.stream()
                .map(
                        row ->
                                row.entity() != null
                                        ? GraphJson.write(row.entity())
                                        : row.relation() != null
                                                ? GraphJson.write(row.relation())
                                                : GraphJson.write(row.observation()))
                .map(ObjectNode::toString)
                .toList();
    }

    private static List<ExportGraph.Row> rows(
            MemoryRows rows, Instant asOf, Instant knownAt, Random random) {
        List<ExportGraph.Row> read = new ArrayList<>();
        ExportGraph query = ExportGraph.first(1 + random.nextInt(9), asOf, knownAt);
        while (query != null) {
            ExportGraph.Page page = query.on(rows);
            read.addAll(page.rows());
            query = page.next();
        }
        return read;
    }

    private static Command random(Random random, MemoryRows rows) {
        return switch (random.nextInt(9)) {
            case 0, 1, 2, 3 -> facts(random);
            case 4, 5, 6 ->
                    new ReviseFact(
                            TestingMemory.ID, null, fact(random, rows), revision(random, rows));
            case 7 -> new IdentifyEntity(TestingMemory.ID, null, identity(random));
            default ->
                    new DeleteFacts(
                            TestingMemory.ID,
                            null,
                            new GraphSelection(
                                    random.nextInt(3) == 0 ? List.of(entity(random)) : null,
                                    null,
                                    null,
                                    List.of(fact(random, rows)),
                                    null,
                                    null));
        };
    }

    private static AssertFacts facts(Random random) {
        List<EntityDraft> entities =
                times(random, 2)
                        .map(
                                i -> {
                                    String type = random.nextBoolean() ? pick(random, TYPES) : null;
                                    boolean distinct = type != null && random.nextInt(5) == 0;
                                    return new EntityDraft(
                                            null, pick(random, NAMES), type, distinct, null, null);
                                })
                        .toList();
        List<ObservationsDraft> observations =
                times(random, 3)
                        .map(
                                i ->
                                        new ObservationsDraft(
                                                entity(random), List.of(observation(random))))
                        .toList();
        List<RelationDraft> relations = times(random, 3).map(i -> relation(random)).toList();
        return new AssertFacts(TestingMemory.ID, null, entities, observations, relations, true);
    }

    private static ObservationDraft observation(Random random) {
        String attribute = random.nextBoolean() ? pick(random, SLOTS) : null;
        Instant[] valid = valid(random);
        return new ObservationDraft(
                null,
                pick(random, TEXTS),
                attribute,
                attribute == null ? null : single(random),
                valid[0],
                valid[1],
                source(random),
                null);
    }

    private static RelationDraft relation(Random random) {
        Instant[] valid = valid(random);
        return new RelationDraft(
                null,
                entity(random),
                pick(random, SLOTS),
                entity(random),
                single(random),
                valid[0],
                valid[1],
                source(random),
                null);
    }

    private static Revision revision(Random random, MemoryRows rows) {
        return switch (random.nextInt(5)) {
            case 0 -> new Revision.Retract(random.nextBoolean() ? null : "no");
            case 1 -> new Revision.Supersede(fact(random, rows), null);
            case 2 ->
                    new Revision.Correct(
                            pick(random, TEXTS), null, null, null, null, false, null, null, null);
            case 3 ->
                    new Revision.Correct(
                            null, null, entity(random), day(random), null, false, 0.25, null, null);
            default -> new Revision.Invalidate(day(random));
        };
    }

    private static Identity identity(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> new Identity.AddAlias(entity(random), pick(random, NAMES) + " II");
            case 1 -> new Identity.RemoveAlias(entity(random), pick(random, NAMES) + " II");
            case 2 -> new Identity.Merge(entity(random), entity(random));
            default -> new Identity.Unmerge(entity(random));
        };
    }

    private static String fact(Random random, MemoryRows rows) {
        List<String> ids = new ArrayList<>();
        rows.facts().forEach(row -> ids.add(row.fact().id()));
        return ids.isEmpty() ? "none" : pick(random, ids);
    }

    private static EntityRef entity(Random random) {
        String type = random.nextInt(6) == 0 ? pick(random, TYPES) : null;
        return new EntityRef(pick(random, NAMES), type);
    }

    private static Boolean single(Random random) {
        return random.nextInt(3) == 0 ? Boolean.TRUE : null;
    }

    private static Provenance source(Random random) {
        return random.nextBoolean()
                ? Provenance.NONE
                : new Provenance("s" + random.nextInt(3), null, null, null, 0.5);
    }

    /** A start and an end, of which any may be null. */
    private static Instant[] valid(Random random) {
        Instant from = random.nextInt(3) == 0 ? null : day(random);
        Instant to = random.nextInt(3) == 0 ? day(random) : null;
        boolean ordered = to == null || from != null && from.isBefore(to);
        return new Instant[] {from, ordered ? to : null};
    }

    private static Instant day(Random random) {
        return YEAR.plus(Duration.ofDays(random.nextInt(30) * 30L));
    }

    private static Stream<Integer> times(Random random, int most) {
        return Stream.iterate(0, i -> i + 1).limit(random.nextInt(most + 1));
    }

    private static <T> T pick(Random random, List<T> of) {
        return of.get(random.nextInt(of.size()));
    }
}
