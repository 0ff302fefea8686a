package dev.alluvium.operators.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.state.decide.SessionQuestion;
import dev.alluvium.state.graph.Provenance;
import dev.alluvium.state.graph.read.ShownFact;
import dev.alluvium.state.graph.read.TestingGraph;
import dev.alluvium.state.graph.read.When;
import dev.alluvium.state.query.OpenNodes;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.junit.jupiter.api.Test;

/** Facts of a session outlive a restart between the question and its answer, and count once. */
class DistilledFactsTest {

    private final MemorySettings settings =
            OperatorHarness.settings(
                    Map.of("distill_count", "2", "distill_facts", "1"), OperatorHarness.AMPLE);

    private static void distil(OperatorHarness operator, SessionQuestion question, String place) {
        operator.apply(
                "distill",
                "{session: 's', of: '%s', up_to: %d, records: [], relations: [{source: 'Ann', type: 'lives_in', target: '%s', session: 's', turn: 't2'}]}"
                        .formatted(question.of(), question.upTo(), place));
    }

    private static List<ShownFact> relations(OperatorHarness operator) {
        OpenNodes ann = new OpenNodes(TestingGraph.refs("Ann"), When.now(operator.now()));
        return operator.ask(ann).nodes().get(0).relations();
    }

    @Test
    void answerAfterARestartIsAppliedOnceWithTheTimesOfItsTurns() throws Exception {
        OperatorHarness first = OperatorHarness.start(settings);
        first.apply(
                "log_turns",
                "{turns: [{id: 't1', session: 's', content: 'hello'},"
                        + " {id: 't2', session: 's', content: 'Oslo', at: '2026-03-05'}]}");
        SessionQuestion question = first.sessions().get(0);
        assertThat(question.facts()).isTrue();

        OperatorHarness second = restarted(first);
        distil(second, question, "Oslo");
        distil(second, question, "Rome");
        assertHolds(relations(second));

        try (OperatorHarness third = restarted(second)) {
            distil(third, question, "Rome");
            assertHolds(relations(third));
        }
    }

    private OperatorHarness restarted(OperatorHarness before) throws Exception {
        OperatorSubtaskState snapshot = before.snapshot();
        before.close();
        return OperatorHarness.restore(settings, snapshot, 1, 0).after(before);
    }

    private static void assertHolds(List<ShownFact> relations) {
        assertThat(TestingGraph.texts(relations)).containsExactly("Ann lives_in Oslo");
        ShownFact fact = relations.get(0);
        assertThat(fact.version().valid().from()).isEqualTo(Instant.parse("2026-03-05T00:00:00Z"));
        assertThat(fact.fact().statements().get(0).sources())
                .containsExactly(new Provenance(null, "s", "t2", null, null));
    }
}
