package dev.alluvium.query;

import static dev.alluvium.query.ScriptedModel.ANALYSIS;
import static dev.alluvium.query.ScriptedModel.GAPS;
import static dev.alluvium.query.ScriptedModel.analysis;
import static dev.alluvium.query.ScriptedModel.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.models.language.LanguageModelException;
import dev.alluvium.models.language.Prompt;
import dev.alluvium.query.deep.DeepSettings;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A model that fails, hangs, is slow or answers nonsense: the caller gets what a search finds. */
class DeepRecallFailureTest extends DeepServerTest {

    private static final Duration MODEL_TIMEOUT = Duration.ofMillis(400);
    private static final int UNDER_WAY = 2;

    private final CountDownLatch hanging = new CountDownLatch(1);

    @Override
    ApiSettings settings() {
        return super.settings().withDeep(new DeepSettings(MODEL_TIMEOUT, UNDER_WAY));
    }

    @BeforeEach
    void write() {
        remember(fillers(4));
    }

    @AfterEach
    void release() {
        hanging.countDown();
    }

    static Stream<Arguments> failures() {
        return Stream.of(
                failure(
                        "model_failed",
                        "429 too many requests",
                        prompt -> {
                            throw new LanguageModelException("429 too many requests");
                        }),
                failure(
                        "model_failed",
                        "the server's log says more",
                        prompt -> {
                            throw new IllegalStateException("a secret of the model");
                        }),
                failure(
                        "model_failed",
                        "the server's log says more",
                        prompt -> {
                            throw new StackOverflowError();
                        }),
                failure("bad_answer", "the answer is empty", prompt -> null),
                failure("bad_answer", "cannot be used", prompt -> object("{}")),
                failure(
                        "bad_answer",
                        "cannot be used",
                        prompt -> object("{\"sub_queries\":\"a\",\"gaps\":{}}")));
    }

    private static Arguments failure(
            String reason, String detail, Function<Prompt, ObjectNode> behaviour) {
        return Arguments.of(reason, detail, behaviour);
    }

    @ParameterizedTest
    @MethodSource("failures")
    void anAnalysisThatFailsLeavesThePlainSearch(
            String reason, String detail, Function<Prompt, ObjectNode> behaviour) {
        model.does(ANALYSIS, behaviour);

        JsonNode found = recall(ask(LONG));

        assertPlain(found, reason, detail);
        assertThat(model.asked()).hasSize(1);
        assertThat(found.toString()).doesNotContain("a secret of the model");
    }

    @ParameterizedTest
    @MethodSource("failures")
    void evidenceThatCannotBeAskedForLeavesWhatWasFound(
            String reason, String detail, Function<Prompt, ObjectNode> behaviour) {
        remember(record("PostgreSQL").put("id", "wanted"));
        model.answers(ANALYSIS, analysis(1, "PostgreSQL"));
        model.does(GAPS, behaviour);

        JsonNode found = recall(options(ask(LONG), "confidence_threshold_high", 1));

        assertThat(ids(found)).hasSize(5).startsWith("wanted");
        assertThat(found.get("depth").asText()).isEqualTo("deep");
        assertThat(found.at("/fallback/step").asText()).isEqualTo(GAPS);
        assertThat(found.at("/fallback/reason").asText()).isEqualTo(reason);
        assertThat(found.at("/fallback/detail").asText()).contains(detail);
        assertThat(found.get("evidence_gaps")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aModelThatHangsCostsItsTimeAndNoMore(boolean isInterrupted) {
        model.does(ANALYSIS, prompt -> hang(isInterrupted));
        long start = System.nanoTime();

        JsonNode found = recall(ask(LONG));

        Duration taken = Duration.ofNanos(System.nanoTime() - start);
        assertThat(taken).isGreaterThanOrEqualTo(MODEL_TIMEOUT).isLessThan(Duration.ofSeconds(5));
        assertPlain(found, "timeout", "400 ms (recall_model_timeout)");
        assertThat(model.asked().get(0).timeout()).isLessThanOrEqualTo(MODEL_TIMEOUT);
    }

    @Test
    void whoWaitsLessGivesTheModelLess() {
        model.does(ANALYSIS, prompt -> hang(true));

        JsonNode found = client.post(MEMORY + "/recall?timeout=50", ask(LONG).toString()).json();

        assertPlain(found, "timeout", "50 ms");
        client.post(MEMORY + "/recall?timeout=0", ask(LONG).toString());
        assertThat(model.asked()).hasSize(1);
    }

    @Test
    void allQuestionsOfARecallShareItsTime() {
        model.does(
                ANALYSIS,
                prompt -> {
                    slowly(MODEL_TIMEOUT.dividedBy(2));
                    return object(analysis(1, "a"));
                });
        model.does(GAPS, prompt -> hang(true));

        JsonNode found = recall(options(ask(LONG), "confidence_threshold_high", 1));

        assertThat(found.get("depth").asText()).isEqualTo("deep");
        assertThat(found.at("/fallback/reason").asText()).isEqualTo("timeout");
        assertThat(model.asked(GAPS).get(0).timeout())
                .isLessThanOrEqualTo(MODEL_TIMEOUT.dividedBy(2));
    }

    @Test
    void noMoreRecallsThanAllowedWaitForTheModelAndOthersAreAnsweredAtOnce() {
        Semaphore begun = new Semaphore(0);
        model.does(
                ANALYSIS,
                prompt -> {
                    begun.release();
                    return hang(false);
                });
        // Their callers give up after the model's time, the calls of the model do not end.
        CompletableFuture<?>[] waiting = new CompletableFuture<?>[UNDER_WAY];
        for (int i = 0; i < UNDER_WAY; i++) {
            waiting[i] = CompletableFuture.supplyAsync(() -> recall(ask(LONG)));
        }
        begun.acquireUninterruptibly(UNDER_WAY);
        CompletableFuture.allOf(waiting).join();

        for (int i = 0; i < 50; i++) {
            assertPlain(recall(ask(LONG)), "busy", "recall_model_concurrency");
        }
        assertThat(model.asked()).hasSize(UNDER_WAY);

        hanging.countDown();
        model.answers(ANALYSIS, analysis(0, "a"));
        await().until(() -> recall(ask(LONG)).get("depth").asText().equals("deep"));
    }

    @Test
    void placesAreGivenBackHoweverARecallEnds() {
        AtomicInteger asked = new AtomicInteger();
        model.does(
                ANALYSIS,
                prompt -> {
                    if (asked.getAndIncrement() % 2 == 0) {
                        throw new LanguageModelException("down");
                    }
                    return object(analysis(0, "a"));
                });

        for (int i = 0; i < 10 * UNDER_WAY; i++) {
            recall(ask(LONG));
        }

        assertThat(asked).hasValue(10 * UNDER_WAY);
    }

    @Test
    void aMemoryThatCannotBeReadIsNoCauseToAskTheModel() {
        memory.unavailable(true);

        assertThat(client.post(MEMORY + "/recall", ask(LONG).toString()).status()).isEqualTo(503);
        assertThat(model.asked()).isEmpty();
    }

    @Test
    void aMemoryThatIsLostOnTheWayIsAFailureOfTheQuery() {
        model.does(
                ANALYSIS,
                prompt -> {
                    memory.unavailable(true);
                    return object(analysis(0, "a", "b", "c"));
                });

        assertThat(client.post(MEMORY + "/recall", ask(LONG).toString()).status()).isEqualTo(503);
    }

    @Test
    void metricsCountWhatCameOfTheModel() {
        model.answers(ANALYSIS, "{}");

        recall(ask(LONG));

        assertThat(client.get("/metrics").text())
                .contains(
                        "alluvium_recall_model_seconds_count{outcome=\"bad_answer\",step=\"query_analysis\"}"
                                + " 1")
                .contains(
                        "alluvium_recall_model_seconds_count{outcome=\"answered\",step=\"query_analysis\"}"
                                + " 0")
                .contains("alluvium_queries_seconds_count{outcome=\"completed\"} 1");
    }

    private void assertPlain(JsonNode found, String reason, String detail) {
        assertThat(ids(found)).hasSize(4);
        assertThat(found.get("depth").asText()).isEqualTo("shallow");
        assertThat(found.at("/fallback/step").asText()).isEqualTo(ANALYSIS);
        assertThat(found.at("/fallback/reason").asText()).isEqualTo(reason);
        assertThat(found.at("/fallback/detail").asText()).contains(detail);
        assertThat(found.at("/deep/route").asText()).isEqualTo("plain");
    }

    /** Until the test ends; a model that cannot be interrupted hangs on. */
    private ObjectNode hang(boolean isInterrupted) {
        while (true) {
            try {
                hanging.await();
                return object("{}");
            } catch (InterruptedException e) {
                if (isInterrupted) {
                    throw new LanguageModelException("interrupted", e);
                }
            }
        }
    }

    private void slowly(Duration time) {
        try {
            hanging.await(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new LanguageModelException("interrupted", e);
        }
    }
}
