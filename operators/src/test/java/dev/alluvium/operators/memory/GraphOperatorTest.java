package dev.alluvium.operators.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.state.bitemporal.Timeline;
import dev.alluvium.state.change.Change.PutEntity;
import dev.alluvium.state.change.Change.PutFact;
import dev.alluvium.state.change.Change.PutHeader;
import dev.alluvium.state.command.Command;
import dev.alluvium.state.core.GraphScripts;
import dev.alluvium.state.core.TestingMemory;
import dev.alluvium.state.graph.Entity;
import dev.alluvium.state.graph.EntityRef;
import dev.alluvium.state.graph.Fact;
import dev.alluvium.state.graph.GraphKeys;
import dev.alluvium.state.graph.read.GraphPage;
import dev.alluvium.state.graph.read.Neighbourhood;
import dev.alluvium.state.graph.read.When;
import dev.alluvium.state.query.FindNeighbours;
import dev.alluvium.state.query.ReadGraph;
import dev.alluvium.state.serving.StateClient.Answer;
import dev.alluvium.state.store.MemoryRows;
import dev.alluvium.state.store.MemoryRows.EntityRow;
import dev.alluvium.state.store.MemoryRows.FactRow;
import dev.alluvium.state.text.TextAnalyzer;
import dev.alluvium.state.vector.CosineCalibration;
import dev.alluvium.state.view.ViewBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Graphs in keyed state, and as views of it. */
class GraphOperatorTest {

    /** Entities and facts in more than one chunk of a load, each of 512 rows. */
    private static final int MANY = 700;

    private final TestingMemory model = new TestingMemory();
    private OperatorHarness operator;

    @AfterEach
    void close() {
        if (operator != null) {
            operator.close();
        }
    }

    private void apply(Command command) {
        model.apply(command);
        operator.apply(command);
    }

    private void apply(String kind, String json) {
        apply(TestingMemory.command(kind, json));
    }

    private void pass(Duration time) {
        model.pass(time);
        operator.pass(time);
    }

    private void applyScript(Random random, int commands) {
        for (int i = 0; i < commands; i++) {
            pass(Duration.ofMillis(random.nextInt(3)));
            apply(GraphScripts.command(random));
        }
    }

    /** Everything the core can read of a graph, in a form that compares by value. */
    private static Map<String, Object> graph(MemoryRows rows, TreeSet<String> keys) {
        Map<String, Object> graph = new TreeMap<>();
        graph.put("header", rows.header());
        for (EntityRow row : rows.entities()) {
            graph.put("entity " + row.ordinal(), row.entity());
            graph.put("same entity " + row.ordinal(), rows.entity(row.ordinal()));
            keys(row.ordinal(), row.entity(), keys);
        }
        for (FactRow row : rows.facts()) {
            graph.put("fact " + row.ordinal(), row.fact());
            graph.put("same fact " + row.ordinal(), rows.fact(row.ordinal()));
            graph.put("vector " + row.ordinal(), Arrays.toString(rows.factVector(row.ordinal())));
            keys(row.ordinal(), row.fact(), keys);
        }
        for (String key : keys) {
            graph.put("index " + key, Arrays.toString(rows.graphIndex(key)));
            graph.put("timeline " + key, String.valueOf(rows.timeline(key)));
        }
        return graph;
    }

    private static void keys(long ordinal, Entity entity, TreeSet<String> keys) {
        keys.add(GraphKeys.entity(entity.id()));
        keys.add(GraphKeys.name(entity.name()));
        entity.aliases().forEach(alias -> keys.add(GraphKeys.name(alias.value())));
        keys.add(GraphKeys.merged(ordinal));
        keys.add(GraphKeys.moved(ordinal));
        for (int page = 0; page < 3; page++) {
            keys.add(GraphKeys.links(ordinal, page));
        }
    }

    private static void keys(long ordinal, Fact fact, TreeSet<String> keys) {
        keys.add(GraphKeys.fact(fact.id()));
        keys.add(GraphKeys.superseded(ordinal));
        fact.claims().forEach(claim -> keys.add(GraphKeys.claim(claim)));
        fact.claims().forEach(claim -> keys.add(GraphKeys.timeline(claim)));
    }

    private void assertSameRows(long seed) {
        TreeSet<String> keys = new TreeSet<>();
        Map<String, Object> expected = graph(model.rows(), keys);
        Map<String, Object> held = operator.rows(rows -> graph(rows, keys));
        assertThat(held).as("seed %d", seed).isEqualTo(expected);
    }

    /** The graph as a view shows it that is made of the model's rows at rest. */
    private GraphPage atRest() {
        ViewBuilder builder = new ViewBuilder(CosineCalibration.identity(), new TextAnalyzer());
        MemoryRows rows = model.rows();
        rows.entities().forEach(row -> builder.apply(new PutEntity(row.ordinal(), row.entity())));
        rows.facts()
                .forEach(
                        row ->
                                builder.apply(
                                        new PutFact(
                                                row.ordinal(),
                                                row.fact(),
                                                rows.factVector(row.ordinal()))));
        builder.apply(new PutHeader(rows.header()));
        return whole().on(builder.view());
    }

    private ReadGraph whole() {
        return new ReadGraph(10_000, null, When.now(model.now()));
    }

    @Test
    void keyedStateHoldsTheRowsTheCoreWrote() throws Exception {
        long seed = System.nanoTime();
        operator = OperatorHarness.start(OperatorHarness.AMPLE);
        applyScript(new Random(seed), 300);

        assertSameRows(seed);
        assertThat(operator.ask(whole())).as("seed %d", seed).isEqualTo(atRest());
    }

    @Test
    void longTimelineIsKeptInPages() throws Exception {
        operator = OperatorHarness.start(OperatorHarness.AMPLE);
        for (int i = 0; i < 3; i++) {
            StringBuilder values = new StringBuilder();
            for (int k = 0; k < 100; k++) {
                values.append(
                        "{content: 'v%d', attribute: 'city', single_valued: true, valid_from: '%04d-01-01'},"
                                .formatted(100 * i + k, 1000 + 7 * (100 * i + k) % 300));
            }
            values.setLength(values.length() - 1);
            apply("assert_facts", "{entities: [{name: 'A', observations: [" + values + "]}]}");
        }
        String key = "0ocity";

        assertThat(model.rows().timeline(key).pages()).hasSizeGreaterThan(1);
        List<String> pages = new ArrayList<>();
        model.rows()
                .timeline(key)
                .pages()
                .forEach(page -> pages.add(GraphKeys.page(key, page.number())));
        for (String page : pages) {
            assertThat(timeline(page)).isEqualTo(model.rows().timeline(page));
        }
        apply("delete_facts", "{entities: ['A']}");
        for (String page : pages) {
            assertThat(timeline(page)).isNull();
        }
        assertThat(timeline(key)).isNull();
    }

    private Timeline timeline(String key) {
        return operator.rows(rows -> rows.timeline(key));
    }

    @Test
    void restoredOperatorDecidesAsTheUndisturbedOneAtAnyParallelism() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        MemorySettings settings = OperatorHarness.settings(Map.of(), OperatorHarness.AMPLE);
        operator = OperatorHarness.start(settings);
        applyScript(random, 100);
        apply("assert_facts", "{entities: [{name: 'still here'}]}");
        operator.ask(whole());
        OperatorSubtaskState snapshot = operator.snapshot();
        OperatorHarness last = operator;
        operator.close();
        int owner =
                org.apache.flink.runtime.state.KeyGroupRangeAssignment.assignKeyToParallelOperator(
                        TestingMemory.ID.key(), OperatorHarness.KEY_GROUPS, 2);
        try (OperatorHarness other = restored(settings, snapshot, 1, 2, 1 - owner)) {
            operator = restored(settings, snapshot, 1, 2, owner).after(last);
            applyScript(random, 100);
            assertThat(operator.ask(whole())).as("seed %d", seed).isEqualTo(atRest());
            snapshot =
                    AbstractStreamOperatorTestHarness.repackageState(
                            operator.snapshot(), other.snapshot());
            last = operator;
            operator.close();
        }
        operator = restored(settings, snapshot, 2, 1, 0).after(last);
        applyScript(random, 100);

        assertSameRows(seed);
        assertThat(operator.ask(whole())).as("seed %d", seed).isEqualTo(atRest());
    }

    private static OperatorHarness restored(
            MemorySettings settings, OperatorSubtaskState snapshot, int from, int to, int index)
            throws Exception {
        return OperatorHarness.restore(
                settings, OperatorHarness.repartition(snapshot, from, to, index), to, index);
    }

    @Test
    void memoryOfAGraphAloneIsListedAfterAStart() throws Exception {
        MemorySettings settings = OperatorHarness.settings(Map.of(), OperatorHarness.AMPLE);
        operator = OperatorHarness.start(settings);
        apply("assert_facts", "{entities: [{name: 'A'}]}");
        assertThat(operator.client().memories(null, 10).join()).containsExactly(TestingMemory.ID);
        OperatorSubtaskState snapshot = operator.snapshot();
        operator.close();
        operator = OperatorHarness.restore(settings, snapshot, 1, 0);

        assertThat(operator.client().memories(null, 10).join()).containsExactly(TestingMemory.ID);
    }

    @Test
    void eraseClearsEveryRowOfTheGraph() throws Exception {
        long seed = System.nanoTime();
        operator = OperatorHarness.start(OperatorHarness.AMPLE);
        applyScript(new Random(seed), 100);
        TreeSet<String> keys = new TreeSet<>();
        graph(model.rows(), keys);
        operator.ask(whole());
        apply("erase", "{}");

        Map<String, Object> left = operator.rows(rows -> graph(rows, new TreeSet<>(keys)));
        assertThat(left)
                .as("seed %d", seed)
                .allSatisfy(
                        (key, value) -> {
                            if (!key.equals("header")) {
                                assertThat(value).as(key).isIn("[]", "null");
                            }
                        });
        assertThat(operator.ask(whole()).entities()).isEmpty();
        applyScript(new Random(seed + 1), 50);
        assertSameRows(seed);
        assertThat(operator.ask(whole())).as("seed %d", seed).isEqualTo(atRest());
    }

    /** Entities in a ring, each with an observation. */
    private void applyMany() {
        for (int from = 0; from < MANY; from += 350) {
            StringBuilder entities = new StringBuilder();
            StringBuilder relations = new StringBuilder();
            for (int i = from; i < from + 350; i++) {
                entities.append(i == from ? "" : ",")
                        .append("{name: 'E%d', observations: ['text %d']}".formatted(i, i));
                relations
                        .append(i == from ? "" : ",")
                        .append(
                                "{source: 'E%d', type: 'knows', target: 'E%d'}"
                                        .formatted(i, (i + 1) % MANY));
            }
            apply(
                    "assert_facts",
                    "{entities: [%s], relations: [%s], create_missing: true}"
                            .formatted(entities, relations));
        }
    }

    @Test
    void viewLoadedWhileTheGraphIsWrittenIsTheOneLoadedAtRest() throws Exception {
        operator = OperatorHarness.start(OperatorHarness.AMPLE);
        applyMany();
        apply("remember", "{records: [{content: 'a record'}]}");
        CompletableFuture<Answer<GraphPage>> answer = operator.asking(whole(), null);
        for (int i = 0; i < 6; i++) {
            operator.awaitMail();
            pass(Duration.ofMillis(1));
            apply(
                    "identify_entity",
                    "{identity: 'merge', entity: 'E%d', into: 'E%d'}".formatted(3 + i, 600 + i));
            apply("delete_facts", "{entities: ['E%d', 'E%d']}".formatted(100 + i, 690 - i));
            apply(
                    "assert_facts",
                    "{entities: [{name: 'E%d', observations: ['late %d']}, {name: 'new %d'}]}"
                            .formatted(200 + i, i, i));
            apply(
                    "revise_fact",
                    "{id: '%s', revision: 'correct', content: 'corrected'}"
                            .formatted(model.idOf("E%d: text %d".formatted(300 + i, 300 + i))));
        }

        assertThat(operator.await(answer).value().entities()).isNotEmpty();
        assertThat(operator.ask(whole())).isEqualTo(atRest());
        assertThat(operator.asking(whole(), null)).as("from a view").isDone();
    }

    @Test
    void graphOfAMemoryAboveTheBudgetIsWholeInOnePart() throws Exception {
        operator = OperatorHarness.start(300_000);
        applyMany();
        for (int part = 0; part < 2; part++) {
            StringBuilder records = new StringBuilder("{content: 'first of %d'}".formatted(part));
            for (int i = 1; i < 1000; i++) {
                records.append(",{content: 'text number %d of %d'}".formatted(i, part));
            }
            apply("remember", "{records: [" + records + "]}");
        }

        assertThat(operator.ask(whole())).isEqualTo(atRest());
        assertThat(operator.asking(whole(), null)).as("no view").isNotDone();
        Neighbourhood around =
                operator.ask(new FindNeighbours(EntityRef.of("E0"), 3, 100, When.now(model.now())));
        assertThat(around.neighbours())
                .extracting(each -> each.node().entity().name())
                .containsExactlyInAnyOrder("E1", "E2", "E3", "E699", "E698", "E697");
        assertThat(operator.ask(TestingQueries.COUNT)).isEqualTo(2000);
    }
}
