package dev.alluvium.state.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.alluvium.state.AppliedPositions;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import dev.alluvium.state.bitemporal.Interval;
import dev.alluvium.state.core.TestingMemory;
import dev.alluvium.state.episode.TurnQuery;
import dev.alluvium.state.graph.EntityRef;
import dev.alluvium.state.graph.read.When;
import dev.alluvium.state.option.MemoryOptions;
import dev.alluvium.state.query.CompareGraph;
import dev.alluvium.state.query.CountCategories;
import dev.alluvium.state.query.DescribeScope;
import dev.alluvium.state.query.DrawProfile;
import dev.alluvium.state.query.DrawTree;
import dev.alluvium.state.query.ExportRows;
import dev.alluvium.state.query.FindAnswer;
import dev.alluvium.state.query.FindEntities;
import dev.alluvium.state.query.FindNeighbours;
import dev.alluvium.state.query.GetRecord;
import dev.alluvium.state.query.HasFact;
import dev.alluvium.state.query.ListRecords;
import dev.alluvium.state.query.ListTurns;
import dev.alluvium.state.query.OpenNodes;
import dev.alluvium.state.query.Query;
import dev.alluvium.state.query.ReadGraph;
import dev.alluvium.state.query.ReadHeader;
import dev.alluvium.state.query.Recall;
import dev.alluvium.state.query.RecordHistory;
import dev.alluvium.state.query.RowQuery;
import dev.alluvium.state.query.SearchGraph;
import dev.alluvium.state.query.SearchMemory;
import dev.alluvium.state.query.SearchTurns;
import dev.alluvium.state.query.TellEntityHistory;
import dev.alluvium.state.query.TellFactHistory;
import dev.alluvium.state.query.ViewQuery;
import dev.alluvium.state.recall.RecallRequest;
import dev.alluvium.state.recall.RecordFilter;
import dev.alluvium.state.scope.Scope;
import dev.alluvium.state.serving.Endpoint;
import dev.alluvium.state.serving.StateClient.Answer;
import dev.alluvium.state.text.TextAnalyzer;
import dev.alluvium.state.vector.CosineCalibration;
import dev.alluvium.state.view.ViewBuilder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Questions and answers come out of their bytes as they went in. */
class WireTest {

    private static final Instant NOW = Instant.parse("2026-06-01T00:00:00.123456789Z");
    private static final When WHEN = new When(null, null, NOW);
    private static final RecordFilter ALL =
            new RecordFilter(
                    List.of(Scope.of("/team")), List.of("x"), "ann", true, NOW, NOW.plusNanos(1));
    private static final MemoryOptions OPTIONS =
            MemoryOptions.DEFAULTS.with(
                    Map.of("recency_weight", "0.1", "single_valued", "lives_in, 居住"));

    private static final ViewBuilder VIEW =
            new ViewBuilder(CosineCalibration.identity(), new TextAnalyzer());
    private static final TestingMemory MEMORY = memory();

    private static TestingMemory memory() {
        TestingMemory memory = new TestingMemory();
        memory.remember(
                "{id: 'r', content: 'أحمد يحب القهوة \uD834\uDD1E', scope: '/team/a', categories: ['x'],"
                        + " metadata: {deep: {list: [1, 2.5, null]}}, vector: [1, 0], source: 'ann',"
                        + " private: true}");
        fold(memory);
        memory.apply(
                "remember", "{idempotency_key: 'k', records: [{content: 'tea', vector: [0, 1]}]}");
        fold(memory);
        memory.update("r", "{content: 'أحمد يحب الشاي', vector: [0, 1]}");
        fold(memory);
        memory.logTurns("{session: 's', author: 'Mel', content: 'hello', metadata: {a: 1}}");
        fold(memory);
        memory.apply(
                "assert_facts",
                "{entities: [{name: 'Zoë', type: 'person', aliases: ['Z'], observations: ["
                        + "{id: 'o', content: 'drinks tea', source: 'chat', confidence: 0.5}]}],"
                        + "relations: [{source: 'Zoë', type: 'knows', target: '李雷', session: 's'}],"
                        + "create_missing: true}");
        fold(memory);
        memory.apply("revise_fact", "{id: 'o', revision: 'correct', content: 'drinks coffee'}");
        fold(memory);
        return memory;
    }

    private static void fold(TestingMemory memory) {
        memory.lastChanges().forEach(VIEW::apply);
    }

    static Stream<Query<?>> queries() {
        return Stream.of(
                new Recall(
                        new RecallRequest(
                                "tea",
                                new float[] {0, 1},
                                null,
                                null,
                                "ann",
                                true,
                                5,
                                RecallRequest.Mode.HYBRID,
                                OPTIONS,
                                Map.of("semantic_weight", "1"),
                                null,
                                null,
                                NOW,
                                Interval.since(NOW),
                                NOW)),
                new SearchTurns(new TurnQuery("hello", null, null, null, 5), null),
                new ListRecords(ALL, 5, null),
                new ListTurns("s", null, null, 5, null),
                new DrawTree(ALL, Scope.ROOT, 3),
                new DescribeScope(ALL, Scope.ROOT),
                new CountCategories(ALL, Scope.ROOT),
                new GetRecord("r"),
                new GetRecord("none"),
                new RecordHistory("r"),
                new ReadHeader(),
                new FindAnswer("k"),
                new ExportRows(0, 0, 100),
                new SearchGraph("tea", null, 5, WHEN),
                new SearchMemory(
                        "hello tea coffee", new float[] {0, 1}, 5, "ann", true, OPTIONS, WHEN),
                new SearchMemory("", null, 5, null, false, OPTIONS, WHEN),
                new FindEntities(new EntityRef("zoë", "person")),
                new HasFact("o"),
                new OpenNodes(List.of(EntityRef.of("ZOË"), EntityRef.of("nobody")), WHEN),
                new ReadGraph(5, null, WHEN),
                new FindNeighbours(new EntityRef("Z", "person"), 2, 5, WHEN),
                new DrawProfile(12, 5, 0, WHEN),
                new TellEntityHistory(EntityRef.of("Zoë")),
                new TellFactHistory("o"),
                new CompareGraph(NOW.minusSeconds(86400 * 60), NOW, null));
    }

    @ParameterizedTest
    @MethodSource("queries")
    <R> void anAnswerComesBackAsItWas(Query<R> query) {
        Question<R> question =
                new Question<>(
                        TestingMemory.ID, query, new Position(3, 1L << 40), Duration.ofMillis(250));
        Question<?> asked = Question.decode(question.encode());
        assertThat(asked).usingRecursiveComparison().isEqualTo(question);

        R value = answer(query);
        AppliedPositions applied = MEMORY.rows().header().applied();
        Answer<R> answer = question.decodeAnswer(question.encodeAnswer(value, applied));
        if (value instanceof Map) {
            assertThat(answer.value()).isEqualTo(value);
        } else {
            assertThat(answer.value()).usingRecursiveComparison().isEqualTo(value);
        }
        assertThat(answer.applied()).isEqualTo(applied);
    }

    private static <R> R answer(Query<R> query) {
        if (query instanceof RowQuery<R> rows) {
            return rows.on(MEMORY.rows());
        }
        return ((ViewQuery<R>) query).on(VIEW.view());
    }

    @Test
    void everyKindOfQueryCanBeAskedFromElsewhere() {
        JavaClasses classes = new ClassFileImporter().importPackages("dev.alluvium.state.query");
        List<String> kinds =
                classes.stream()
                        .filter(type -> type.isAssignableTo(Query.class))
                        .filter(type -> !type.isInterface())
                        .filter(type -> !type.getModifiers().contains(JavaModifier.SYNTHETIC))
                        .map(type -> type.getSimpleName())
                        .toList();

        assertThat(kinds).hasSizeGreaterThan(20);
        assertThat(kinds)
                .allSatisfy(
                        kind ->
                                assertThat(QueryKinds.named(kind).type().getSimpleName())
                                        .isEqualTo(kind));
    }

    @Test
    void bytesOfAnotherProgramAreRefused() {
        assertThatThrownBy(() -> Question.decode(new byte[] {1, 2, 3}))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> QueryKinds.named("DropEverything"))
                .hasMessageContaining("unknown query \"DropEverything\"");
    }

    @Test
    void otherRequestsComeBackAsTheyWere() {
        MemoryId memory = new MemoryId("a/b", "李");
        OutcomeRequest outcome =
                new OutcomeRequest(memory, new Position(0, 5), Duration.ofSeconds(2));
        assertThat(OutcomeRequest.decode(outcome.encode())).isEqualTo(outcome);
        assertThat(MemoriesRequest.decode(new MemoriesRequest(null, 5).encode()))
                .isEqualTo(new MemoriesRequest(null, 5));
        assertThat(MemoriesRequest.decode(new MemoriesRequest(memory, 5).encode()))
                .isEqualTo(new MemoriesRequest(memory, 5));
        assertThat(Wire.memories(Wire.memories(List.of(memory)))).containsExactly(memory);
        assertThat(Wire.outcome(Wire.outcome((dev.alluvium.state.outcome.CommandOutcome) null)))
                .isNull();
    }

    @Test
    void endpointsOfEveryReleaseAreRead() {
        Endpoint endpoint = new Endpoint("id", "::1", 7700, 0, 63, 128, 2, 1, "1");
        String fields =
                "\"id\":\"id\",\"host\":\"::1\",\"port\":7700,\"first_key_group\":0,\"last_key_group\":63,"
                        + "\"max_parallelism\":128,\"parallelism\":2,\"attempt\":1}";
        assertThat(new String(endpoint.encode(), StandardCharsets.UTF_8))
                .isEqualTo("{\"v\":1,\"wire\":\"1\"," + fields);
        assertThat(endpoint.address()).isEqualTo("[::1]:7700");
        for (String stored : List.of("{" + fields, "{\"v\":1,\"wire\":\"1\"," + fields)) {
            assertThat(Endpoint.decode(stored.getBytes(StandardCharsets.UTF_8)))
                    .isEqualTo(endpoint);
        }
        assertThatThrownBy(
                        () ->
                                Endpoint.decode(
                                        ("{\"v\":2," + fields).getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("format 2", "reads 1", "query layer of the job's release");
    }
}
