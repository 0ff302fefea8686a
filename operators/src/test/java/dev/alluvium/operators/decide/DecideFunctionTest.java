package dev.alluvium.operators.decide;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.models.language.LanguageModelException;
import dev.alluvium.models.language.Prompt;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import dev.alluvium.state.command.CommandCodec;
import dev.alluvium.state.command.Decide;
import dev.alluvium.state.decide.Analysis;
import dev.alluvium.state.decide.Decision;
import dev.alluvium.state.decide.Plan.Action;
import dev.alluvium.state.decide.SaveQuestion;
import dev.alluvium.state.decide.SaveQuestion.Candidate;
import dev.alluvium.state.decide.SaveQuestion.Item;
import dev.alluvium.state.decide.SaveQuestion.Wanted;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.scope.Scope;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.junit.jupiter.api.Test;

@SuppressWarnings("try") // the harness may throw InterruptedException when it is closed
class DecideFunctionTest {

    private static final MemoryId MEMORY = new MemoryId("app", "user");
    private static final Wanted ALL = new Wanted(true, true, true);
    private static final Wanted NOTHING = new Wanted(false, false, false);
    private static final String LONG = "kept in full ".repeat(4000);
    static final DecideSettings.Limits AMPLE =
            new DecideSettings.Limits(4, 2, Duration.ofSeconds(30), Duration.ofMinutes(1));

    /** What the log says of decisions: of all saves the same. */
    static DecidedSaves.Source decided(boolean already) {
        return () -> (of, session) -> already;
    }

    private static DecideSettings settings(ScriptedModel model, DecideSettings.Limits limits) {
        return new DecideSettings(
                model == null ? null : model.source(),
                decided(false),
                UUID.randomUUID().toString(),
                limits);
    }

    private static List<Decide> decide(DecideSettings settings, SaveQuestion... questions)
            throws Exception {
        try (var harness = ModelHarness.of(new DecideFunction(settings))) {
            harness.open();
            for (SaveQuestion question : questions) {
                harness.processElement(new StreamRecord<>(OpenQuestion.of(question)));
            }
            harness.endInput();
            return commands(harness.extractOutputValues());
        }
    }

    private static List<Decide> commands(List<Tuple2<String, byte[]>> output) {
        assertThat(output).extracting(entry -> entry.f0).allMatch(MEMORY.key()::equals);
        return output.stream().map(entry -> (Decide) CommandCodec.decode(entry.f1)).toList();
    }

    private static SaveQuestion question(long offset, Item... items) {
        return new SaveQuestion(MEMORY, new Position(3, offset), List.of(items));
    }

    private static Item item(String id, String content, Wanted wanted, Candidate... candidates) {
        return new Item(id, 1, content, wanted, List.of(candidates));
    }

    private static Candidate candidate(String id, String content) {
        return new Candidate(id, 1, content, Instant.EPOCH);
    }

    private static ObjectNode json(String text) {
        return (ObjectNode) Json.parse(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void modelSeesWholeTextsAndTheDateAndItsAnswersAreTheDecision() throws Exception {
        ScriptedModel model =
                new ScriptedModel(
                        prompt ->
                                prompt.name().equals("consolidation")
                                        ? json(
                                                "{'insert_new': false, 'decisions': [{'id': 'old', 'action': 'update', 'content': 'both'}]}")
                                        : json(
                                                "{'scope': 'a/b', 'categories': [' c ', 'c', ''], 'importance': 0.7, 'topics': ['t']}"));

        List<Decide> decisions =
                decide(
                        settings(model, AMPLE),
                        question(7, item("new", "moved to Oslo", ALL, candidate("old", LONG))));

        assertThat(decisions).hasSize(1);
        assertThat(decisions.get(0).of()).isEqualTo(new Position(3, 7));
        Decision decision = decisions.get(0).decisions().get(0);
        assertThat(decision.failure()).isNull();
        Analysis analysis = decision.analysis();
        assertThat(analysis.scope()).isEqualTo(Scope.of("/a/b"));
        assertThat(analysis.categories()).containsExactly("c");
        assertThat(analysis.importance()).isEqualTo(0.7);
        assertThat(analysis.metadata()).containsOnlyKeys("topics");
        assertThat(decision.plan().insertNew()).isFalse();
        assertThat(decision.plan().steps().get(0).content()).isEqualTo("both");
        assertThat(model.asked())
                .extracting(Prompt::name)
                .containsExactly("save_analysis", "consolidation");
        assertThat(model.asked().get(1).material()).contains(LONG);
        assertThat(model.asked())
                .allSatisfy(
                        prompt -> {
                            assertThat(prompt.instructions())
                                    .contains(LocalDate.now(ZoneOffset.UTC).toString())
                                    .doesNotContain("moved to Oslo");
                            assertThat(prompt.material()).contains("moved to Oslo");
                        });
    }

    @Test
    void onlyWhatIsOpenIsAsked() throws Exception {
        ScriptedModel model =
                new ScriptedModel(prompt -> json("{'insert_new': true, 'decisions': []}"));

        decide(
                settings(model, AMPLE),
                question(1, item("new", "text", NOTHING, candidate("old", "x"))));

        assertThat(model.asked()).extracting(Prompt::name).containsExactly("consolidation");
    }

    @Test
    void answersThatCannotBeAreNotTaken() throws Exception {
        ScriptedModel model =
                new ScriptedModel(
                        prompt ->
                                prompt.name().equals("consolidation")
                                        ? json(
                                                "{'insert_new': false, 'decisions': [{'id': 'stranger', 'action': 'delete'},"
                                                        + "{'id': 'old', 'action': 'update'}, {'id': 'old', 'action': 'drop table'},"
                                                        + "{'id': 'old', 'action': 'keep'}]}")
                                        : json(
                                                "{'scope': '/../etc', 'categories': 7, 'importance': 40, 'topics': 'none'}"));

        Decision decision =
                decide(
                                settings(model, AMPLE),
                                question(1, item("new", "text", ALL, candidate("old", "x"))))
                        .get(0)
                        .decisions()
                        .get(0);

        assertThat(decision.plan().steps())
                .extracting(step -> step.id() + " " + step.action())
                .containsExactly("old " + Action.KEEP);
        assertThat(decision.analysis()).isEqualTo(new Analysis(null, List.of(), null, null));
    }

    @Test
    void whatTheModelFailsAtIsSaidAndWhatItDidStays() throws Exception {
        ScriptedModel model =
                new ScriptedModel(
                        prompt -> {
                            if (prompt.name().equals("save_analysis")) {
                                throw new LanguageModelException("rate limited");
                            }
                            return json("{'insert_new': true, 'decisions': []}");
                        });

        Decision decision =
                decide(
                                settings(model, AMPLE),
                                question(1, item("new", "text", ALL, candidate("old", "x"))))
                        .get(0)
                        .decisions()
                        .get(0);

        assertThat(decision.failure()).isEqualTo("rate limited");
        assertThat(decision.analysis()).isNull();
        assertThat(decision.plan()).isNotNull();
    }

    @Test
    void withoutAModelEveryQuestionIsAnsweredThatThereIsNone() throws Exception {
        List<Decide> decisions =
                decide(
                        settings(null, AMPLE),
                        question(1, item("a", "x", ALL), item("b", "y", ALL)));

        assertThat(decisions.get(0).decisions())
                .extracting(Decision::failure)
                .containsOnly("no language model is configured; set the option llm");
    }

    @Test
    void whatWaitedTooLongIsGivenUpWithoutAsking() throws Exception {
        ScriptedModel model = new ScriptedModel(prompt -> json("{}"));
        DecideSettings.Limits late =
                new DecideSettings.Limits(1, 1, Duration.ofSeconds(30), Duration.ofSeconds(-1));

        List<Decide> decisions = decide(settings(model, late), question(1, item("a", "x", ALL)));

        assertThat(decisions.get(0).decisions().get(0).failure()).contains("not decided within");
        assertThat(model.asked()).isEmpty();
    }

    @Test
    void whatTheLogSaysIsDecidedIsNotAskedAgain() throws Exception {
        ScriptedModel model = new ScriptedModel(prompt -> json("{}"));
        DecideSettings settings = new DecideSettings(model.source(), decided(true), "none", AMPLE);

        assertThat(decide(settings, question(1, item("a", "x", ALL)))).isEmpty();
        assertThat(model.asked()).isEmpty();
    }

    @Test
    void logThatCannotBeReadForAWhileIsWaitedFor() throws Exception {
        ScriptedModel model =
                new ScriptedModel(
                        prompt -> json("{'scope': '/s', 'categories': [], 'importance': 0.5}"));
        AtomicInteger asked = new AtomicInteger();
        DecidedSaves.Source away =
                () ->
                        (of, session) -> {
                            if (asked.incrementAndGet() == 1) {
                                throw new IllegalStateException("no broker answers");
                            }
                            return false;
                        };

        List<Decide> decisions =
                decide(
                        new DecideSettings(model.source(), away, "none", AMPLE),
                        question(1, item("a", "x", ALL)));

        assertThat(decisions.get(0).decisions().get(0).failure()).isNull();
        assertThat(asked).hasValue(2);
    }

    @Test
    void questionUnderWayIsInTheCheckpointAndIsAskedAgain() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        ScriptedModel stuck =
                new ScriptedModel(
                        prompt -> {
                            try {
                                never.await();
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                            throw new LanguageModelException("interrupted");
                        });
        OperatorSubtaskState snapshot;
        try (var harness = ModelHarness.of(new DecideFunction(settings(stuck, AMPLE)))) {
            harness.open();
            harness.processElement(
                    new StreamRecord<>(OpenQuestion.of(question(1, item("a", "x", ALL)))));
            snapshot = harness.snapshot(1, 1);
        }

        ScriptedModel model =
                new ScriptedModel(
                        prompt -> json("{'scope': '/s', 'categories': [], 'importance': 0.5}"));
        try (var harness = ModelHarness.of(new DecideFunction(settings(model, AMPLE)))) {
            harness.initializeState(snapshot);
            harness.open();
            harness.endInput();
            List<Decide> decisions = commands(harness.extractOutputValues());
            assertThat(decisions).hasSize(1);
            assertThat(decisions.get(0).decisions().get(0).analysis().scope())
                    .isEqualTo(Scope.of("/s"));
        }
    }

    @Test
    void answersThatTheLogCannotTakeAreFailures() throws Exception {
        String half = "\\ud800";
        String long64 = "x".repeat(60_000);
        ScriptedModel broken =
                new ScriptedModel(
                        prompt ->
                                json(
                                        "{'scope': '/s', 'categories': ['%s'], 'importance': 0.5}"
                                                .formatted(half)));
        ScriptedModel huge =
                new ScriptedModel(
                        prompt ->
                                json(
                                        "{'insert_new': true, 'decisions': [{'id': 'old', 'action': 'update', 'content': '%s'}]}"
                                                .formatted(long64)));
        Item[] many =
                IntStream.range(0, 400)
                        .mapToObj(i -> item("r" + i, "text", NOTHING, candidate("old", "x")))
                        .toArray(Item[]::new);

        assertThat(
                        decide(settings(broken, AMPLE), question(1, item("a", "x", ALL)))
                                .get(0)
                                .decisions()
                                .get(0)
                                .failure())
                .contains("cannot be kept");
        assertThat(decide(settings(huge, AMPLE), question(2, many)).get(0).decisions())
                .hasSize(400)
                .allSatisfy(each -> assertThat(each.failure()).contains("the log takes"));
    }

    @Test
    void failureOfAProviderThatIsNoTextIsStillTold() throws Exception {
        ScriptedModel model =
                new ScriptedModel(
                        prompt -> {
                            throw new LanguageModelException("half \ud800 a text");
                        });

        assertThat(
                        decide(settings(model, AMPLE), question(1, item("a", "x", ALL)))
                                .get(0)
                                .decisions()
                                .get(0)
                                .failure())
                .isEqualTo("half ? a text");
    }

    @Test
    void batchIsAnsweredWholeAndInItsOrder() throws Exception {
        ScriptedModel model =
                new ScriptedModel(
                        prompt -> json("{'scope': '/s', 'categories': [], 'importance': 0.5}"));
        Item[] items =
                IntStream.range(0, 50)
                        .mapToObj(i -> item("r" + i, "text " + i, ALL))
                        .toArray(Item[]::new);

        List<Decide> decisions = decide(settings(model, AMPLE), question(1, items));

        assertThat(decisions).hasSize(1);
        assertThat(decisions.get(0).decisions())
                .extracting(Decision::id)
                .containsExactly(
                        IntStream.range(0, 50).mapToObj(i -> "r" + i).toArray(String[]::new));
        assertThat(model.asked()).hasSize(50);
    }
}
