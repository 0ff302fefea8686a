package dev.alluvium.state.graph.read;

import static dev.alluvium.state.graph.read.TestingGraph.names;
import static dev.alluvium.state.graph.read.TestingGraph.refs;
import static dev.alluvium.state.graph.read.TestingGraph.texts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.state.query.DrawProfile;
import dev.alluvium.state.query.OpenNodes;
import dev.alluvium.state.query.ReadGraph;
import dev.alluvium.state.query.SearchGraph;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the guide's example writes, read in each way. */
class GuideExampleTest {

    private final TestingGraph graph = new TestingGraph();

    @BeforeEach
    void write() {
        graph.entity("Alice", "person", "prefers morning sessions", "goal: run a 10k");
        graph.relate("Alice", "training_for", "10k race");
        graph.observe("Alice", "'timezone is CET'");
    }

    @Test
    void searchFindsWhatSheIsTrainingFor() {
        GraphMatches hits =
                graph.ask(new SearchGraph("what is she training for?", null, 5, graph.nowadays()));

        assertThat(names(hits.matches().stream().map(NodeMatch::node)))
                .containsExactlyInAnyOrder("10k race", "Alice");
        assertThat(hits.matches()).allMatch(match -> match.score() > 0);
        assertThat(texts(hits.matches().get(0).node().relations()))
                .containsExactly("Alice training_for 10k race");
    }

    @Test
    void openGivesAllThatIsKnownOfHer() {
        OpenedNodes opened = graph.ask(new OpenNodes(refs("alice", "Nobody"), graph.nowadays()));

        assertThat(opened.unknown()).containsExactly("Nobody");
        assertThat(opened.nodes()).hasSize(1);
        assertThat(texts(opened.nodes().get(0).observations()))
                .containsExactly(
                        "Alice: prefers morning sessions",
                        "Alice: goal: run a 10k",
                        "Alice: timezone is CET");
    }

    @Test
    void readGivesTheWholeGraph() {
        GraphPage page = graph.ask(new ReadGraph(100, null, graph.nowadays()));

        assertThat(names(page.entities().stream())).containsExactly("Alice", "10k race");
        assertThat(texts(page.relations())).containsExactly("Alice training_for 10k race");
        assertThat(page.nextCursor()).isNull();
    }

    @Test
    void theCardSaysWhoSheIs() {
        assertThat(graph.ask(new DrawProfile(12, 5, 0, graph.nowadays())))
                .isEqualTo(
                        "Alice (person): prefers morning sessions; goal: run a 10k;"
                                + " timezone is CET; training_for 10k race");
    }
}
