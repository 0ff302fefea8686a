package dev.alluvium.state.graph.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.state.graph.EntityRef;
import dev.alluvium.state.query.CompareGraph;
import dev.alluvium.state.query.TellEntityHistory;
import dev.alluvium.state.query.TellFactHistory;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class HistoriesTest {

    private final TestingGraph graph = new TestingGraph();

    private EntityHistory history(String name) {
        return graph.ask(new TellEntityHistory(EntityRef.of(name)));
    }

    private static List<String> ids(EntityHistory history) {
        return history.facts().stream().map(each -> each.fact().id()).toList();
    }

    @Test
    void anEntityHasAllFactsAboutItAndToIt() {
        graph.observe("Alice", "{id: 'a', content: 'plays chess'}");
        graph.relate("{id: 'b', source: 'Bob', type: 'knows', target: 'Alice'}");
        graph.observe("Bob", "{id: 'c', content: 'plays go'}");
        graph.pass(Duration.ofDays(1));
        graph.revise("a", "retract", ", reason: 'never did'");

        assertThat(ids(history("alice"))).containsExactly("a", "b");
        assertThat(history("alice").facts().get(0).fact().history().versions())
                .extracting(version -> version.ended())
                .containsExactly("retracted: never did");
        assertThat(history("alice").facts().get(1).entities().values())
                .extracting(entity -> entity.name())
                .containsExactlyInAnyOrder("Alice", "Bob");
        assertThat(history("nobody")).isNull();
    }

    @Test
    void aMergedNameLeadsToWhatItWasMergedInto() {
        graph.observe("Alicia", "{id: 'a', content: 'plays chess'}");
        graph.observe("Alice", "{id: 'b', content: 'likes tea'}");
        graph.pass(Duration.ofDays(1));
        graph.identify("merge", "entity: 'Alicia', into: 'Alice'");

        assertThat(history("alicia").entity().name()).isEqualTo("Alice");
        assertThat(ids(history("alicia"))).containsExactly("a", "b");
        assertThat(history("alicia").facts().get(0).fact().history().versions()).hasSize(2);
    }

    @Test
    void aNameThatWasTakenAwayStillTells() {
        graph.entity("Alice", "person", "likes tea");
        graph.identify("add_alias", "entity: 'Alice', alias: 'Ally'");
        graph.pass(Duration.ofDays(1));
        graph.identify("remove_alias", "entity: 'Alice', alias: 'Ally'");

        assertThat(history("ally").entity().name()).isEqualTo("Alice");
    }

    @Test
    void aFactIsToldFromItsRowAlone() {
        graph.relate("{id: 'f', source: 'Bob', type: 'knows', target: 'Alice'}");
        HeldFact held = new TellFactHistory("f").on(graph.memory().rows());

        assertThat(ShownJson.write(held).at("/versions/0").toString())
                .startsWith("{\"source\":\"Bob\",\"type\":\"knows\",\"target\":\"Alice\"");
        assertThat(new TellFactHistory("g").on(graph.memory().rows())).isNull();
    }

    @Test
    void aDifferenceAsWasKnownKnowsNothingOfLaterCorrections() {
        graph.observe("A", "{id: 'f', content: 'x', valid_from: '2026-01-01'}");
        graph.pass(Duration.ofDays(1));
        Instant then = graph.now();
        graph.pass(Duration.ofDays(1));
        graph.revise("f", "correct", ", content: 'y'");
        Instant from = Instant.parse("2025-01-01T00:00:00Z");
        GraphDifference known = graph.ask(new CompareGraph(from, graph.now(), then));
        GraphDifference now = graph.ask(new CompareGraph(from, graph.now(), null));

        assertThat(TestingGraph.texts(known.began())).containsExactly("A: x");
        assertThat(known.corrected()).isEmpty();
        assertThat(TestingGraph.texts(now.began())).containsExactly("A: y");
        assertThat(now.corrected()).hasSize(1);
    }

    @Test
    void whatBeginsAtTheFirstInstantBeganBefore() {
        graph.observe("A", "{content: 'x', valid_from: '2020-01-01', valid_to: '2021-01-01'}");
        Instant start = Instant.parse("2020-01-01T00:00:00Z");
        Instant end = Instant.parse("2021-01-01T00:00:00Z");

        assertThat(graph.ask(new CompareGraph(start, end, null)).began()).isEmpty();
        assertThat(graph.ask(new CompareGraph(start, end, null)).ended()).hasSize(1);
        assertThat(graph.ask(new CompareGraph(start.minusNanos(1), start, null)).began())
                .hasSize(1);
        assertThat(graph.ask(new CompareGraph(start, end.minusNanos(1), null)).ended()).isEmpty();
    }
}
