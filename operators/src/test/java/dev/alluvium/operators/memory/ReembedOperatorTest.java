package dev.alluvium.operators.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.models.embedding.Embedder;
import dev.alluvium.state.command.SetVectors;
import dev.alluvium.state.episode.TurnQuery;
import dev.alluvium.state.option.Embedded;
import dev.alluvium.state.option.MemoryOptions;
import dev.alluvium.state.query.ReadHeader;
import dev.alluvium.state.query.ViewQuery;
import dev.alluvium.state.recall.RecallRequest;
import dev.alluvium.state.reembed.RowVectors;
import dev.alluvium.state.reembed.VectorQuestion;
import dev.alluvium.state.serving.StateClient.Answer;
import dev.alluvium.state.view.MemoryView;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.junit.jupiter.api.Test;

/** Memories in keyed state that get the vectors of another model while they are read. */
class ReembedOperatorTest {

    private static final int RECORDS = 300;
    private static final int TURNS = 700;
    private static final float[] QUERY = {0, 0, 1};

    private static MemorySettings settings(String embedder, long viewBudgetBytes) {
        return new MemorySettings(
                UUID.randomUUID().toString(),
                Map.of(),
                Embedder.of(embedder),
                Embedded.TURNS,
                viewBudgetBytes,
                OperatorHarness.AMPLE,
                null);
    }

    /** A memory of vectors of two dimensions that the model of before made. */
    private static OperatorSubtaskState written(OperatorHarness[] last) throws Exception {
        try (OperatorHarness operator =
                OperatorHarness.start(settings("all-minilm-l6-v2", OperatorHarness.AMPLE))) {
            last[0] = operator;
            operator.apply("remember", "{records: [" + records() + "]}");
            operator.apply("log_turns", "{turns: [" + turns() + "]}");
            return operator.snapshot();
        }
    }

    private static String records() {
        return String.join(
                ",",
                IntStream.range(0, RECORDS)
                        .mapToObj(
                                i ->
                                        "{id: 'r%d', content: 'the %d-th of all texts', vector: [1, %d]}"
                                                .formatted(i, i, i))
                        .toList());
    }

    private static String turns() {
        return String.join(
                ",",
                IntStream.range(0, TURNS)
                        .mapToObj(
                                i ->
                                        "{id: 't%d', session: 's%d', content: 'said %d', vector: [1, %d]}"
                                                .formatted(i, i % 7, i, i))
                        .toList());
    }

    private static OperatorHarness restored(long viewBudgetBytes) throws Exception {
        OperatorHarness[] last = new OperatorHarness[1];
        OperatorSubtaskState snapshot = written(last);
        return OperatorHarness.restore(settings("e5-small-v2", viewBudgetBytes), snapshot, 1, 0)
                .after(last[0]);
    }

    /** Vectors of three dimensions: the first text's is that of the query. */
    private static void answer(OperatorHarness operator, VectorQuestion question) {
        List<RowVectors> rows =
                question.rows().stream()
                        .map(
                                row ->
                                        new RowVectors(
                                                row.ordinal(),
                                                null,
                                                row.texts().stream()
                                                        .map(
                                                                text ->
                                                                        row.ordinal() == 0
                                                                                ? QUERY
                                                                                : new float[] {
                                                                                    1, 0, 0
                                                                                })
                                                        .toList()))
                        .toList();
        operator.apply(
                new SetVectors(
                        question.memory(),
                        question.embedder(),
                        question.of(),
                        question.kind(),
                        question.upTo(),
                        rows,
                        null));
    }

    private static final RecallRequest REQUEST =
            new RecallRequest(
                    "zzz",
                    QUERY,
                    null,
                    null,
                    null,
                    true,
                    1000,
                    RecallRequest.Mode.SEMANTIC,
                    MemoryOptions.DEFAULTS,
                    Map.of(),
                    null,
                    null,
                    null,
                    null,
                    Instant.parse("2026-06-01T00:00:00Z"));

    /** How many records and turns a search by vector finds anything in. */
    private static final ViewQuery<List<Long>> FOUND =
            new ViewQuery<>() {
                @Override
                public List<Long> on(MemoryView view) {
                    long records =
                            view.records().recall(view.header(), REQUEST).matches().stream()
                                    .filter(match -> match.parts().similarity() > 0.9)
                                    .count();
                    long turns =
                            view
                                    .turns()
                                    .search(new TurnQuery("zzz", null, null, null, 1000), QUERY)
                                    .matches()
                                    .stream()
                                    .filter(match -> match.parts().get("semantic") > 0.9)
                                    .count();
                    return List.of(records, turns);
                }

                @Override
                public List<Long> merge(List<Long> one, List<Long> other) {
                    return List.of(one.get(0) + other.get(0), one.get(1) + other.get(1));
                }
            };

    @Test
    void memoryIsSearchedByTheOtherModelAsFarAsItIs() throws Exception {
        try (OperatorHarness operator = restored(OperatorHarness.AMPLE)) {
            assertThat(operator.ask(TestingQueries.COUNT)).isEqualTo(RECORDS);

            operator.apply("reembed", "{}");
            VectorQuestion question = operator.lastVectors();

            assertThat(operator.ask(FOUND)).containsExactly(0L, 0L);
            answer(operator, question);
            assertThat(operator.ask(FOUND)).containsExactly(1L, 0L);
            operator.apply("remember", "{records: [{content: 'meanwhile', vector: [0, 0.1, 1]}]}");
            assertThat(operator.ask(FOUND)).containsExactly(2L, 0L);
            int asked = 0;
            for (question = again(operator); question != null; question = operator.lastVectors()) {
                answer(operator, question);
                asked++;
            }
            assertThat(asked).isGreaterThan(7);
            assertThat(operator.ask(FOUND)).containsExactly(2L, 1L);
            assertThat(operator.ask(TestingQueries.CONTENTS)).hasSize(RECORDS + 1 + TURNS);
            assertThat(operator.ask(new ReadHeader()).reembedding().embedded())
                    .isEqualTo(RECORDS + TURNS);
        }
    }

    private static VectorQuestion again(OperatorHarness operator) {
        operator.apply("reembed", "{}");
        return operator.lastVectors();
    }

    @Test
    void stateThatIsRestoredHalfwayHoldsNoStaleVectors() throws Exception {
        OperatorSubtaskState snapshot;
        OperatorHarness last;
        MemorySettings settings = settings("e5-small-v2", OperatorHarness.AMPLE);
        try (OperatorHarness operator = restored(OperatorHarness.AMPLE)) {
            operator.apply("reembed", "{}");
            for (int i = 0; i < 4; i++) {
                answer(operator, operator.lastVectors());
            }
            snapshot = operator.snapshot();
            last = operator;
        }
        try (OperatorHarness operator =
                OperatorHarness.restore(settings, snapshot, 1, 0).after(last)) {
            assertThat(operator.ask(FOUND)).containsExactly(1L, 1L);
            assertThat(operator.ask(TestingQueries.CONTENTS)).hasSize(RECORDS + TURNS);
        }
    }

    @Test
    void readThatIsLoadingBeginsAgain() throws Exception {
        try (OperatorHarness operator = restored(OperatorHarness.AMPLE)) {
            CompletableFuture<Answer<List<Long>>> reading = operator.asking(FOUND, null);
            operator.awaitMail();
            operator.apply("reembed", "{}");
            answer(operator, operator.lastVectors());

            assertThat(operator.await(reading).value()).containsExactly(1L, 0L);
        }
    }

    @Test
    void memoryReadInPartsIsEmbeddedAnewToo() throws Exception {
        try (OperatorHarness operator = restored(200_000)) {
            assertThat(operator.ask(TestingQueries.CONTENTS)).hasSize(RECORDS + TURNS);
            operator.apply("reembed", "{}");
            for (VectorQuestion question = operator.lastVectors();
                    question != null;
                    question = operator.lastVectors()) {
                assertThat(operator.ask(TestingQueries.CONTENTS)).hasSize(RECORDS + TURNS);
                answer(operator, question);
            }
            assertThat(operator.ask(FOUND)).containsExactly(1L, 1L);
        }
    }
}
