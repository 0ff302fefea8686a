package dev.alluvium.state.graph.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alluvium.state.graph.EntityRef;
import dev.alluvium.state.query.FindNeighbours;
import java.util.List;
import org.junit.jupiter.api.Test;

class NeighbourWalkTest {

    private final TestingGraph graph = new TestingGraph();

    private List<String> reached(EntityRef of, int depth, int limit) {
        return graph
                .ask(new FindNeighbours(of, depth, limit, graph.nowadays()))
                .neighbours()
                .stream()
                .map(each -> each.node().entity().name() + " " + each.distance())
                .toList();
    }

    @Test
    void eachIsReachedOnceByAShortestPathInEitherDirection() {
        graph.relate("A", "knows", "B");
        graph.relate("C", "knows", "B");
        graph.relate("C", "knows", "A");
        graph.relate("C", "knows", "D");
        graph.relate("D", "knows", "D");
        graph.relate("D", "knows", "E");

        assertThat(reached(EntityRef.of("A"), 8, 10)).containsExactly("B 1", "C 1", "D 2", "E 3");
        assertThat(reached(EntityRef.of("A"), 2, 10)).containsExactly("B 1", "C 1", "D 2");
        assertThat(reached(EntityRef.of("A"), 8, 1)).containsExactly("B 1");
    }

    @Test
    void thePathTellsHowItWasReached() {
        graph.relate("A", "knows", "B");
        graph.relate("C", "works with", "B");

        assertThat(
                        TestingGraph.texts(
                                graph.ask(
                                                new FindNeighbours(
                                                        EntityRef.of("a"), 2, 10, graph.nowadays()))
                                        .neighbours()
                                        .get(1)
                                        .path()))
                .containsExactly("A knows B", "C works with B");
    }

    @Test
    void anUnknownNameHasNoCentreAndOneOfSeveralIsRefused() {
        graph.state(
                "entities: [{name: 'Jordan', type: 'country'},"
                        + " {name: 'Jordan', type: 'person', distinct: true}]");
        graph.relate("{source: 'A', type: 'visited', target: {name: 'Jordan', type: 'country'}}");

        assertThat(
                        graph.ask(
                                        new FindNeighbours(
                                                EntityRef.of("nobody"), 1, 10, graph.nowadays()))
                                .centre())
                .isNull();
        assertThatThrownBy(() -> reached(EntityRef.of("jordan"), 1, 10))
                .hasMessageContaining("Jordan (country), Jordan (person)");
        assertThat(reached(new EntityRef("jordan", "country"), 1, 10)).containsExactly("A 1");
        assertThat(reached(new EntityRef("jordan", "person"), 1, 10)).isEmpty();
    }

    @Test
    void aDepthBeyondTheGreatestIsRefused() {
        assertThatThrownBy(() -> reached(EntityRef.of("A"), 9, 10))
                .hasMessage("depth 9 is not in [1, 8]");
    }

    @Test
    void ofAHubTheNewestRelationsAreShownAndTheRestIsCounted() {
        StringBuilder relations = new StringBuilder();
        for (int i = 0; i < 500; i++) {
            relations
                    .append(i == 0 ? "" : ",")
                    .append("{source: 'Hub', type: 'knows', target: 'n")
                    .append(i)
                    .append("'}");
        }
        graph.relate(relations.toString());

        ShownEntity hub =
                graph.ask(new FindNeighbours(EntityRef.of("n7"), 1, 10, graph.nowadays()))
                        .neighbours()
                        .get(0)
                        .node();
        assertThat(hub.relations()).hasSize(Showing.SOME);
        assertThat(TestingGraph.text(hub.relations().get(Showing.SOME - 1)))
                .isEqualTo("Hub knows n499");
        assertThat(hub.omitted()).isEqualTo(500 - Showing.SOME);
    }
}
