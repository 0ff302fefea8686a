package dev.alluvium.state.core;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.state.Position;
import dev.alluvium.state.decide.SaveQuestion;
import dev.alluvium.state.decide.SaveQuestion.Candidate;
import dev.alluvium.state.decide.SaveQuestion.Item;
import dev.alluvium.state.event.MemoryEvent;
import dev.alluvium.state.outcome.ItemOutcome.Action;
import dev.alluvium.state.record.MemoryRecord;
import dev.alluvium.state.scope.Scope;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a save leaves open for a model, and what a decision may do and may not. */
class DecideTest {

    /** Cosines between these: 0.95 of one and two, 0 of one and far. */
    private static final String ONE = "vector: [1, 0]";

    private static final String TWO = "vector: [0.95, 0.3122499]";

    /** As near to one as two is, and not near two. */
    private static final String OPPOSITE = "vector: [0.95, -0.3122499]";

    private static final String FAR = "vector: [0, 1]";

    private final TestingMemory memory = new TestingMemory();

    private SaveQuestion infer(String... records) {
        memory.apply("remember", "{infer: true, records: [" + String.join(",", records) + "]}");
        return memory.lastQuestion();
    }

    private void decide(SaveQuestion question, String decisions) {
        memory.apply("decide", "{of: '%s', decisions: [%s]}".formatted(question.of(), decisions));
    }

    private static List<String> offered(SaveQuestion question) {
        return question.items().get(0).candidates().stream().map(Candidate::id).toList();
    }

    @Test
    void saveThatSaysAllAsksNothing() {
        assertThat(infer("{content: 'x', scope: '/a', categories: ['c'], importance: 0.3}"))
                .isNull();
        memory.remember("{content: 'y'}");
        assertThat(memory.lastQuestion()).as("nobody wants a model").isNull();
        assertThat(memory.rows().pending).isEmpty();
    }

    @Test
    void textThatIsKnownAsksNothing() {
        memory.remember("{content: 'the sky is blue'}");

        assertThat(infer("{content: 'The sky is blue'}")).isNull();
    }

    @Test
    void analysisFillsWhatTheWriterLeftOpenAndNothingElse() {
        SaveQuestion question =
                infer("{id: 'r', content: 'x', categories: ['mine'], metadata: {topics: 'own'}}");
        assertThat(question.items())
                .containsExactly(
                        new Item(
                                "r",
                                1,
                                "x",
                                new SaveQuestion.Wanted(true, false, true),
                                List.of()));

        memory.pass(Duration.ofSeconds(2));
        decide(
                question,
                "{id: 'r', analysis: {scope: '/a/b', categories: ['theirs'], importance: 0.9,"
                        + " metadata: {topics: ['t'], dates: ['2026-01-01']}}}");

        MemoryRecord record = memory.record("r");
        assertThat(record.scope()).isEqualTo(Scope.of("/a/b"));
        assertThat(record.categories()).containsExactly("mine");
        assertThat(record.importance()).isEqualTo(0.9);
        assertThat(record.metadata())
                .isEqualTo(Map.of("topics", "own", "dates", List.of("2026-01-01")));
        assertThat(record.knownFrom()).isEqualTo(memory.now());
        assertThat(memory.history("r")).hasSize(2);
        assertThat(memory.lastEvent().kind()).isEqualTo("save_analyzed");
        assertThat(memory.rows().pending).isEmpty();
    }

    @Test
    void modelThatFailsLeavesTheRecordAsItWasSavedAndIsToldOnceWithTheText() {
        SaveQuestion question = infer("{id: 'r', content: 'the text'}");

        decide(question, "{id: 'r', failure: 'the model is down'}");
        decide(question, "{id: 'r', failure: 'the model is down'}");

        MemoryRecord record = memory.record("r");
        assertThat(record.scope()).isEqualTo(Scope.ROOT);
        assertThat(record.categories()).isEmpty();
        assertThat(record.importance()).isEqualTo(0.5);
        assertThat(memory.history("r")).hasSize(1);
        List<JsonNode> failures =
                memory.events().stream()
                        .filter(event -> event.kind().equals("analysis_failed"))
                        .map(MemoryEvent::toJson)
                        .map(JsonNode.class::cast)
                        .toList();
        assertThat(failures).hasSize(1);
        assertThat(failures.get(0).at("/values/0").asText()).isEqualTo("the text");
        assertThat(failures.get(0).path("error").asText()).isEqualTo("the model is down");
    }

    @Test
    void onlyTheFirstDecisionCounts() {
        SaveQuestion question = infer("{id: 'r', content: 'x'}");

        decide(question, "{id: 'r', analysis: {scope: '/first'}}");
        decide(question, "{id: 'r', analysis: {scope: '/second'}}");
        memory.apply(
                "decide",
                "{of: '%s', decisions: [{id: 'r', analysis: {scope: '/none'}}]}"
                        .formatted(new Position(0, 999)));

        assertThat(memory.record("r").scope()).isEqualTo(Scope.of("/first"));
    }

    @Test
    void whoeverWritesInBetweenHasTheLastWord() {
        SaveQuestion question =
                infer("{id: 'updated', content: 'x'}", "{id: 'forgotten', content: 'y'}");
        memory.update("updated", "{scope: '/user'}");
        memory.forget("{ids: ['forgotten']}");

        decide(
                question,
                "{id: 'updated', analysis: {scope: '/model'}},"
                        + "{id: 'forgotten', analysis: {scope: '/model'}}");

        assertThat(memory.record("updated").scope()).isEqualTo(Scope.of("/user"));
        assertThat(memory.record("forgotten")).isNull();

        SaveQuestion erased = infer("{id: 'erased', content: 'z'}");
        memory.apply("erase", "{}");
        decide(erased, "{id: 'erased', analysis: {scope: '/model'}}");
        assertThat(memory.records()).isEmpty();
    }

    @Test
    void updateKeepsAllButTheTextAndTheNewRecordIsOneWithIt() {
        memory.remember(
                "{id: 'old', content: 'uses Postgres', scope: '/db', categories: ['c'],"
                        + " metadata: {k: 1}, importance: 0.4, source: 'ann', "
                        + ONE
                        + "}");
        SaveQuestion question =
                infer("{id: 'new', content: 'moved to MySQL', source: 'ann', " + TWO + "}");
        assertThat(offered(question)).containsExactly("old");
        assertThat(question.items().get(0).candidates().get(0).content())
                .isEqualTo("uses Postgres");

        decide(
                question,
                "{id: 'new', plan: {insert_new: false, steps: [{id: 'old', action: 'update',"
                        + " content: 'used Postgres, now MySQL', vector: [0.6, 0.8]}]}}");

        MemoryRecord old = memory.record("old");
        assertThat(old.content()).isEqualTo("used Postgres, now MySQL");
        assertThat(old.scope()).isEqualTo(Scope.of("/db"));
        assertThat(old.categories()).containsExactly("c");
        assertThat(old.metadata()).isEqualTo(Map.of("k", 1));
        assertThat(old.source()).isEqualTo("ann");
        assertThat(old.importance()).as("the larger").isEqualTo(0.5);
        assertThat(memory.history("old").get(0).content()).isEqualTo("uses Postgres");
        assertThat(memory.rows().vectors.lastEntry().getValue()).containsExactly(0.6f, 0.8f);
        assertThat(memory.record("new")).isNull();
        assertThat(memory.rows().header().records()).isEqualTo(1);
        assertThat(memory.lastEvent().toJson().at("/outcomes/1/duplicate_of").asText())
                .isEqualTo("old");
    }

    @Test
    void whatIsDeletedWasTrueUntilTheNewBegan() {
        memory.remember("{id: 'old', content: 'lives in Rome', " + ONE + "}");
        memory.pass(Duration.ofDays(3));
        SaveQuestion question = infer("{id: 'new', content: 'lives in Oslo', " + TWO + "}");

        decide(
                question,
                "{id: 'new', plan: {insert_new: true, steps: [{id: 'old', action: 'delete'}]}}");

        assertThat(memory.record("old").validTo()).isEqualTo(memory.record("new").validFrom());
        assertThat(memory.record("old").knownTo()).isNull();
        assertThat(memory.record("new").validTo()).isNull();
    }

    @Test
    void planThatWouldLeaveNeitherOldNorNewIsNotApplied() {
        memory.remember("{id: 'old', content: 'a', " + ONE + "}");
        SaveQuestion question = infer("{id: 'new', content: 'b', " + TWO + "}");

        decide(
                question,
                "{id: 'new', plan: {insert_new: false, steps: [{id: 'old', action: 'delete'},"
                        + "{id: 'stranger', action: 'keep'}]}}");

        assertThat(memory.record("old").validTo()).isNull();
        assertThat(memory.contents()).containsExactly("a", "b");
    }

    @Test
    void nothingThatWasNotOfferedOrHasChangedIsTouched() {
        memory.remember("{id: 'far', content: 'far', " + FAR + "}");
        memory.remember("{id: 'old', content: 'a', " + ONE + "}");
        SaveQuestion question = infer("{id: 'new', content: 'b', " + TWO + "}");
        memory.update("old", "{content: 'c', " + ONE + "}");

        decide(
                question,
                "{id: 'new', plan: {insert_new: false, steps: [{id: 'old', action: 'update',"
                        + " content: 'lost'}, {id: 'far', action: 'update', content: 'lost'}]}}");

        assertThat(memory.contents()).containsExactlyInAnyOrder("far", "b", "c");
    }

    @Test
    void offeredIsWhatTheWriterSeesInItsBranchOfItsSourceAndPrivacy() {
        memory.remember(
                "{id: 'public', content: 'a', scope: '/x', " + ONE + "}",
                "{id: 'private', content: 'b', scope: '/x', source: 'ann', private: true, "
                        + ONE
                        + "}",
                "{id: 'hers', content: 'c', scope: '/x', source: 'ann', " + ONE + "}",
                "{id: 'sibling', content: 'd', scope: '/xy', " + ONE + "}",
                "{id: 'ended', content: 'e', scope: '/x', valid_to: '2030-01-01', " + ONE + "}");

        assertThat(offered(infer("{content: 'f', scope: '/x', " + TWO + "}")))
                .containsExactly("public");
        assertThat(offered(infer("{content: 'g', source: 'ann', scope: '/x', " + TWO + "}")))
                .containsExactly("hers");
        assertThat(
                        offered(
                                infer(
                                        "{content: 'h', source: 'ann', private: true, scope: '/x', "
                                                + OPPOSITE
                                                + "}")))
                .containsExactly("private");
    }

    @Test
    void ofABatchOnlyWhatCameBeforeIsOffered() {
        SaveQuestion question =
                infer(
                        "{id: 'a', content: 'one', " + ONE + "}",
                        "{id: 'b', content: 'two', " + TWO + "}");

        assertThat(question.items().get(0).candidates()).isEmpty();
        assertThat(question.items().get(1).candidates())
                .extracting(Candidate::id)
                .containsExactly("a");
    }

    @Test
    void thresholdOfOneOffersNothingAndTheLimitHolds() {
        for (int i = 0; i < 8; i++) {
            memory.remember("{content: 'text %d', %s}".formatted(i, ONE));
        }
        assertThat(offered(infer("{content: 'new', " + TWO + "}"))).hasSize(5);
        memory.configure("{consolidation_threshold: 1.0}");
        assertThat(offered(infer("{content: 'newer', " + TWO + "}"))).isEmpty();
    }

    @Test
    void whateverIsDecidedSomeRecordStays() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            TestingMemory fresh = new TestingMemory();
            fresh.remember(
                    "{id: 'o1', content: 'one', " + ONE + "}",
                    "{id: 'o2', content: 'two', " + TWO + "}");
            fresh.apply(
                    "remember",
                    "{infer: true, records: [{id: 'n1', content: 'three', %s},{id: 'n2', content: 'four', %s}]}"
                            .formatted(ONE, TWO));
            Position of = fresh.lastQuestion().of();
            fresh.apply(
                    "decide",
                    "{of: '%s', decisions: [{id: 'n1', plan: %s}, {id: 'n2', plan: %s}]}"
                            .formatted(of, plan(random), plan(random)));

            assertThat(fresh.records())
                    .as("seed %d, round %d", seed, round)
                    .anyMatch(record -> record.validTo() == null);
            assertThat(fresh.rows().header().records()).isEqualTo(fresh.records().size());
        }
    }

    private static String plan(Random random) {
        StringBuilder steps = new StringBuilder();
        for (String id : List.of("o1", "o2", "n1", "n2")) {
            String action = List.of("keep", "update", "delete").get(random.nextInt(3));
            if (random.nextBoolean()) {
                steps.append(steps.isEmpty() ? "" : ",")
                        .append(
                                "{id: '%s', action: '%s', content: 'other %s'}"
                                        .formatted(id, action, id));
            }
        }
        return "{insert_new: %s, steps: [%s]}".formatted(random.nextBoolean(), steps);
    }

    @Test
    void actionsAreNamed() {
        memory.remember("{id: 'old', content: 'a', " + ONE + "}");
        SaveQuestion question = infer("{id: 'new', content: 'b', scope: '/', " + TWO + "}");
        assertThat(
                        TestingMemory.actions(
                                memory.apply(
                                        "decide",
                                        "{of: '%s', decisions: [{id: 'new', plan: {insert_new: false, steps: [{id: 'old', action: 'keep'}]}}]}"
                                                .formatted(question.of()))))
                .containsExactly(Action.DUPLICATE);
        assertThat(memory.contents()).containsExactly("a");
    }
}
