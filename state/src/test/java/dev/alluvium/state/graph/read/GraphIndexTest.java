package dev.alluvium.state.graph.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alluvium.state.change.Change.Clear;
import dev.alluvium.state.change.Change.PutEntity;
import dev.alluvium.state.change.Change.PutFact;
import dev.alluvium.state.core.TestingRows;
import dev.alluvium.state.query.SearchGraph;
import dev.alluvium.state.view.ViewBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How the graph of a memory in use is kept. */
class GraphIndexTest {

    private static final int ENTITIES = 400;

    private final TestingGraph graph = new TestingGraph();

    private void write() {
        for (int i = 0; i < ENTITIES; i++) {
            graph.state(
                    "entities: [{name: 'n%d', type: 'thing', aliases: ['also %d'], observations: ["
                                    .formatted(i, i)
                            + "{content: 'is number %d', vector: [%d, 1, 0]}]}]".formatted(i, i % 7)
                            + ", relations: [{source: 'n%d', type: 'after', target: 'n%d'}]"
                                    .formatted(i, i / 2));
        }
    }

    private ViewBuilder loaded() {
        ViewBuilder loaded = TestingGraph.builder();
        TestingRows rows = graph.memory().rows();
        rows.entities().forEach(row -> loaded.apply(new PutEntity(row.ordinal(), row.entity())));
        rows.facts()
                .forEach(
                        row ->
                                loaded.apply(
                                        new PutFact(
                                                row.ordinal(),
                                                row.fact(),
                                                rows.factVector(row.ordinal()))));
        return loaded;
    }

    @Test
    void whatIsDeletedLeavesTheHeapWithTheViewsThatShowIt() {
        write();
        GraphView before = graph.view().graph();
        Moment now = new Moment(graph.now(), null);
        List<String> answered = GraphAnswers.all(before, now);
        for (int i = 10; i < ENTITIES; i++) {
            graph.apply("delete_facts", "{entities: ['n" + i + "']}");
        }
        GraphView after = graph.view().graph();

        assertThat(after.bytes()).isLessThan(before.bytes() / 4);
        assertThat(GraphAnswers.all(before, now)).isEqualTo(answered);
        assertThat(GraphAnswers.all(after, now))
                .isEqualTo(GraphAnswers.all(loaded().view().graph(), now));
        assertThat(found(after, new float[] {1, 0, 0}))
                .isEqualTo(found(loaded().view().graph(), new float[] {1, 0, 0}))
                .isNotEmpty();
    }

    private List<String> found(GraphView view, float[] vector) {
        return view.search("unsaid", vector, 5, new Moment(graph.now(), null)).matches().stream()
                .map(match -> match.node().entity().name() + match.score())
                .toList();
    }

    @Test
    void theEstimateOfAViewDoesNotDependOnHowItCameAbout() {
        write();

        assertThat((double) graph.view().graph().bytes())
                .isBetween(
                        0.8 * loaded().view().graph().bytes(),
                        1.2 * loaded().view().graph().bytes());
    }

    @Test
    void aFactWrittenManyTimesDoesNotFillTheHeap() {
        graph.observe("Alice", "{id: 'f', content: 'says 0'}");
        for (int i = 0; i < 2_000; i++) {
            graph.observe("Alice", "{content: 'says 0', session: 's" + i % 3 + "'}");
        }

        assertThat(graph.view().graph().bytes()).isLessThan(3 * loaded().view().graph().bytes());
    }

    @Test
    void clearingLetsAnotherDimensionIn() {
        graph.observe("Alice", "{content: 'one', vector: [1, 0]}");
        GraphView before = graph.view().graph();
        ViewBuilder builder = loaded();
        builder.apply(new Clear());
        TestingGraph other = new TestingGraph();
        other.observe("Alice", "{content: 'two', vector: [1, 0, 0]}");
        other.memory().lastChanges().forEach(builder::apply);

        assertThat(
                        builder.view()
                                .graph()
                                .search("two", null, 5, new Moment(graph.now(), null))
                                .matches())
                .hasSize(1);
        assertThat(before.search("one", null, 5, new Moment(graph.now(), null)).matches())
                .hasSize(1);
    }

    @Test
    void aQueryOfAnotherDimensionIsRefused() {
        graph.observe("Alice", "{content: 'one', vector: [1, 0]}");

        assertThatThrownBy(
                        () ->
                                graph.ask(
                                        new SearchGraph(
                                                "one", new float[] {1, 0, 0}, 5, graph.nowadays())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("3")
                .hasMessageContaining("2");
    }
}
