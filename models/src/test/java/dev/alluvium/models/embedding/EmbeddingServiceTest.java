package dev.alluvium.models.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class EmbeddingServiceTest {

    private static final EmbeddingOptions ONE_WORKER = new EmbeddingOptions(1, 100, 1 << 20);
    private static final Duration BRIEF = Duration.ofMillis(200);
    private static final Duration LONGER = Duration.ofSeconds(5);
    private static final Duration AMPLE = Duration.ofSeconds(30);
    private static final int MANY = 1_000_000;

    @Test
    void aLonePassageIsEmbeddedWithoutWaitingForMore() {
        HeldModel model = new HeldModel(8);
        try (EmbeddingService service = new EmbeddingService(model, ONE_WORKER)) {
            model.letThrough(MANY);
            assertThat(service.passage("lone").join()).isEqualTo(HeldModel.vectorOf("lone"));
            assertThat(model.calls()).containsExactly(List.of("lone"));
        }
    }

    @Test
    void whatWaitsGoesTogetherUpToThePreferredBatchInOrder() {
        HeldModel model = new HeldModel(3);
        try (EmbeddingService service = new EmbeddingService(model, ONE_WORKER)) {
            CompletableFuture<float[]> first = service.passage("0");
            await().until(() -> model.calls().size() == 1);
            CompletableFuture<List<float[]>> rest =
                    service.passages(IntStream.range(1, 6).mapToObj("x"::repeat).toList());
            assertThat(service.queued()).isEqualTo(5);
            model.letThrough(MANY);
            first.join();
            assertThat(rest.join())
                    .usingRecursiveFieldByFieldElementComparator()
                    .containsExactly(
                            new float[] {1},
                            new float[] {2},
                            new float[] {3},
                            new float[] {4},
                            new float[] {5});
            assertThat(model.calls())
                    .containsExactly(
                            List.of("0"), List.of("x", "xx", "xxx"), List.of("xxxx", "xxxxx"));
            assertThat(service.batches()).isEqualTo(3);
            assertThat(service.embedded()).isEqualTo(6);
        }
    }

    @Test
    void aTextThatIsRefusedCostsNoOtherItsVector() {
        HeldModel model = new HeldModel(8);
        try (EmbeddingService service = new EmbeddingService(model, ONE_WORKER)) {
            CompletableFuture<float[]> first = service.passage("0");
            await().until(() -> model.calls().size() == 1);
            CompletableFuture<float[]> other = service.passage("other's");
            CompletableFuture<List<float[]>> mine =
                    service.passagesTaken(List.of("a", HeldModel.REFUSED, "ccc", "dddd"));
            CompletableFuture<List<float[]>> whole =
                    service.passages(List.of("a", HeldModel.REFUSED));
            model.letThrough(MANY);

            assertThat(first.join()).isNotNull();
            assertThat(other.join()).isEqualTo(HeldModel.vectorOf("other's"));
            assertThat(mine.join())
                    .usingRecursiveFieldByFieldElementComparator()
                    .containsExactly(new float[] {1}, null, new float[] {3}, new float[] {4});
            assertThatThrownBy(whole::join)
                    .hasRootCauseInstanceOf(EmbeddingException.class)
                    .hasMessageContaining("refuses the text");
        }
    }

    @Test
    void aModelThatRefusesAllHasFailedAndIsNotAskedForEachText() {
        HeldModel model = new HeldModel(64);
        model.refuseAll();
        try (EmbeddingService service = new EmbeddingService(model, ONE_WORKER)) {
            CompletableFuture<float[]> first = service.passage("0");
            await().until(() -> model.calls().size() == 1);
            CompletableFuture<List<float[]>> rest =
                    service.passagesTaken(
                            IntStream.range(0, 64).mapToObj(i -> "text " + i).toList());
            model.letThrough(MANY);

            assertThatThrownBy(first::join).hasMessageContaining("held answered 400");
            assertThatThrownBy(rest::join).hasMessageContaining("held answered 400");
            assertThat(model.calls()).as("two batches, and a probe of each").hasSize(4);
        }
    }

    @Test
    void aQueryIsAnsweredWhileEveryPassageStillWaits() {
        HeldModel model = new HeldModel(1);
        try (EmbeddingService service = new EmbeddingService(model, ONE_WORKER)) {
            List<CompletableFuture<float[]>> passages =
                    IntStream.range(0, 50).mapToObj(i -> service.passage("p" + i)).toList();
            assertThat(service.query("where?", AMPLE)).isEqualTo(HeldModel.vectorOf("where?"));
            assertThat(passages).noneMatch(CompletableFuture::isDone);
            model.letThrough(MANY);
            passages.forEach(CompletableFuture::join);
        }
    }

    @Test
    void aQueryEndsWithItsTimeAndNamesModelAndLimit() {
        HeldModel model = new HeldModel(1);
        model.holdQueries();
        try (EmbeddingService service = new EmbeddingService(model, ONE_WORKER)) {
            assertThatThrownBy(() -> service.query("where?", BRIEF))
                    .isInstanceOf(EmbeddingException.class)
                    .hasMessage(
                            "embedding model held did not answer; the query waits at most 200 ms");
            model.passQueries();
            assertThat(service.query("where?", AMPLE)).isEqualTo(HeldModel.vectorOf("where?"));
        }
    }

    @Test
    void aQueryWaitsForItsTurnNoLongerThanItHas() throws Exception {
        HeldModel model = new HeldModel(1);
        model.holdQueries();
        try (EmbeddingService service = new EmbeddingService(model, ONE_WORKER)) {
            CompletableFuture<float[]> hanging =
                    CompletableFuture.supplyAsync(() -> service.query("hanging", LONGER));
            await().until(() -> model.calls().size() == 1);
            CompletableFuture<float[]> passage = service.passage("passage");

            assertThatThrownBy(() -> service.query("waiting", BRIEF))
                    .hasMessage(
                            "embedding model held is busy with other queries; the query waits at most 200 ms");
            assertThatThrownBy(() -> service.query("hanging", BRIEF))
                    .hasMessage(
                            "embedding model held did not answer in time; the query waits at most 200 ms");
            model.letThrough(1);
            assertThat(passage.join()).isEqualTo(HeldModel.vectorOf("passage"));
            assertThat(model.calls()).containsExactly(List.of("hanging"), List.of("passage"));
            assertThatThrownBy(hanging::join).hasMessageContaining("at most 5000 ms");
        }
    }

    @Test
    void whoWaitsForAnothersQueryAsksHimselfWhenThatOnesTimeIsOver() throws Exception {
        HeldModel model = new HeldModel(1);
        model.holdQueries();
        try (EmbeddingService service = new EmbeddingService(model, ONE_WORKER)) {
            CompletableFuture<float[]> brief =
                    CompletableFuture.supplyAsync(() -> service.query("where?", BRIEF));
            await().until(() -> model.calls().size() == 1);
            model.passQueries();

            assertThat(service.query("where?", AMPLE)).isEqualTo(HeldModel.vectorOf("where?"));
            assertThatThrownBy(brief::join).hasMessageContaining("at most 200 ms");
        }
    }

    @Test
    void equalTextsAreEmbeddedOnceForEachPurpose() {
        HeldModel model = new HeldModel(1);
        try (EmbeddingService service = new EmbeddingService(model, ONE_WORKER)) {
            CompletableFuture<float[]> first = service.passage("tea");
            CompletableFuture<float[]> whileOnItsWay = service.passage("tea");
            model.letThrough(MANY);
            first.join();
            whileOnItsWay.join();
            service.passage("tea").join();
            service.query("tea", AMPLE);
            service.query("tea", AMPLE);
            assertThat(model.calls()).containsExactly(List.of("tea"), List.of("tea"));
            assertThat(service.cacheHits()).isEqualTo(3);
            assertThat(service.embedded()).isEqualTo(2);
        }
    }

    @Test
    void theCacheKeepsItsBound() {
        HeldModel model = new HeldModel(1);
        try (EmbeddingService service =
                new EmbeddingService(model, new EmbeddingOptions(1, 100, 0))) {
            model.letThrough(MANY);
            service.passage("tea").join();
            await().until(
                            () -> {
                                service.passage("tea").join();
                                return service.embedded() >= 2;
                            });
        }
    }

    @Test
    void cancellingOnesFutureDisturbsNobodyElse() {
        HeldModel model = new HeldModel(1);
        try (EmbeddingService service = new EmbeddingService(model, ONE_WORKER)) {
            CompletableFuture<float[]> mine = service.passage("tea");
            CompletableFuture<float[]> yours = service.passage("tea");
            mine.cancel(true);
            model.letThrough(MANY);
            assertThat(yours.join()).isEqualTo(HeldModel.vectorOf("tea"));
        }
    }

    @Test
    void aFailureReachesThoseItConcernsAndIsNotRemembered() {
        HeldModel model = new HeldModel(1);
        try (EmbeddingService service = new EmbeddingService(model, ONE_WORKER)) {
            model.letThrough(MANY);
            CompletableFuture<float[]> failing = service.passage(HeldModel.FAILING);
            assertThatThrownBy(failing::join).hasCauseInstanceOf(EmbeddingException.class);
            assertThatThrownBy(() -> service.query(HeldModel.FAILING, AMPLE))
                    .isInstanceOf(EmbeddingException.class);
            assertThat(service.passage("after").join()).isEqualTo(HeldModel.vectorOf("after"));
            assertThatThrownBy(() -> service.passage(HeldModel.FAILING).join())
                    .hasCauseInstanceOf(EmbeddingException.class);
            assertThat(model.calls()).filteredOn(List.of(HeldModel.FAILING)::equals).hasSize(3);
        }
    }

    @Test
    void aFullQueueHoldsBackThoseWhoBringMore() {
        HeldModel model = new HeldModel(1);
        try (EmbeddingService service =
                new EmbeddingService(model, new EmbeddingOptions(1, 2, 1 << 20))) {
            service.passage("running");
            await().until(() -> model.calls().size() == 1);
            service.passage("waiting 1");
            service.passage("waiting 2");
            AtomicReference<CompletableFuture<float[]>> third = new AtomicReference<>();
            Thread bringer = new Thread(() -> third.set(service.passage("held back")));
            bringer.start();
            await().until(() -> bringer.getState() == Thread.State.WAITING);
            assertThat(service.queued()).isEqualTo(2);
            assertThat(third).hasValue(null);
            model.letThrough(1);
            await().until(() -> third.get() != null);
            model.letThrough(MANY);
            assertThat(third.get().join()).isEqualTo(HeldModel.vectorOf("held back"));
        }
    }

    @Test
    void anInterruptedBringerHearsOfIt() {
        HeldModel model = new HeldModel(1);
        try (EmbeddingService service =
                new EmbeddingService(model, new EmbeddingOptions(1, 1, 1 << 20))) {
            service.passage("running");
            await().until(() -> model.calls().size() == 1);
            service.passage("waiting");
            Thread.currentThread().interrupt();
            CompletableFuture<float[]> refused = service.passage("refused");
            assertThat(Thread.interrupted()).isTrue();
            assertThatThrownBy(refused::join)
                    .hasCauseInstanceOf(EmbeddingException.class)
                    .hasMessageContaining("interrupted");
            model.letThrough(MANY);
        }
    }

    @Test
    void closeFailsWhatWaitsAndEndsWhatRuns() throws Exception {
        HeldModel model = new HeldModel(1);
        EmbeddingService service = new EmbeddingService(model, new EmbeddingOptions(1, 2, 1 << 20));
        CompletableFuture<float[]> running = service.passage("running");
        await().until(() -> model.calls().size() == 1);
        List<CompletableFuture<float[]>> waiting =
                List.of(service.passage("waiting 1"), service.passage("waiting 2"));
        AtomicReference<CompletableFuture<float[]>> heldBack = new AtomicReference<>();
        Thread bringer = new Thread(() -> heldBack.set(service.passage("held back")));
        bringer.start();
        await().until(() -> bringer.getState() == Thread.State.WAITING);

        Thread closer = new Thread(service::close);
        closer.start();
        bringer.join();
        for (CompletableFuture<float[]> future :
                List.of(waiting.get(0), waiting.get(1), heldBack.get())) {
            assertThatThrownBy(future::join)
                    .hasCauseInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("closed");
        }
        assertThat(model.isClosed()).isFalse();
        model.letThrough(1);
        closer.join();
        assertThat(running.join()).isEqualTo(HeldModel.vectorOf("running"));
        assertThat(model.isClosed()).isTrue();

        service.close();
        assertThatThrownBy(() -> service.passage("late").join())
                .hasCauseInstanceOf(IllegalStateException.class);
        assertThatIllegalStateException().isThrownBy(() -> service.query("late", AMPLE));
    }

    @Test
    void manyThreadsAreAllAnsweredWithTheVectorsOfTheirTexts() throws Exception {
        int threads = 8;
        int texts = 40;
        ExecutorService callers = Executors.newFixedThreadPool(threads);
        try (Lease<EmbeddingService> lease =
                        EmbeddingService.shared(
                                Embedder.of("all-minilm-l6-v2"),
                                new EmbeddingOptions(2, 4, 1 << 20));
                EmbeddingModel alone = EmbeddingModels.open("all-minilm-l6-v2")) {
            EmbeddingService service = lease.get();
            List<Future<Void>> calls = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                int from = t;
                calls.add(
                        callers.submit(
                                (Callable<Void>)
                                        () -> {
                                            for (int i = 0; i < texts; i++) {
                                                String text = "Note " + (from + i) % texts;
                                                float[] vector =
                                                        i % 5 == 0
                                                                ? service.query(text, AMPLE)
                                                                : service.passage(text).join();
                                                assertThat(vector)
                                                        .isEqualTo(
                                                                alone.embed(
                                                                                List.of(text),
                                                                                Purpose.PASSAGE)
                                                                        .get(0));
                                            }
                                            return null;
                                        }));
            }
            for (Future<Void> call : calls) {
                call.get();
            }
            assertThat(service.embedded()).isLessThanOrEqualTo(2 * texts);
            assertThat(service.embedded() + service.cacheHits()).isEqualTo(threads * texts);
            assertThat(service.queued()).isZero();
        } finally {
            callers.shutdownNow();
        }
    }

    @Test
    void queriesOvertakeABackfillOfRealPassages() {
        try (Lease<EmbeddingService> lease =
                EmbeddingService.shared(
                        Embedder.of("all-minilm-l6-v2"), EmbeddingOptions.defaults())) {
            EmbeddingService service = lease.get();
            List<CompletableFuture<float[]>> backfill =
                    IntStream.range(0, 300)
                            .mapToObj(i -> service.passage("Line " + i + " of a long backfill."))
                            .toList();
            for (int i = 0; i < 5; i++) {
                service.query("What stands in line " + i + "?", AMPLE);
            }
            assertThat(backfill.stream().filter(future -> !future.isDone()).count())
                    .isGreaterThan(150);
            CompletableFuture.allOf(backfill.toArray(CompletableFuture<?>[]::new)).join();
        }
    }

    @Test
    void thoseWhoNameTheSameModelAndOptionsShareAService() {
        EmbeddingOptions options = new EmbeddingOptions(1, 10, 0);
        Lease<EmbeddingService> first =
                EmbeddingService.shared(Embedder.of("all-minilm-l6-v2"), options);
        Lease<EmbeddingService> second =
                EmbeddingService.shared(Embedder.of("all-minilm-l6-v2"), options);
        EmbeddingService service = first.get();
        assertThat(second.get()).isSameAs(service);
        first.close();
        assertThat(service.passage("still served").join()).hasSize(service.dimension());
        second.close();
        assertThatIllegalStateException().isThrownBy(() -> service.query("too late", AMPLE));
        assertThatIllegalStateException().isThrownBy(second::get);
    }

    @Test
    void optionsThatCannotWorkAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new EmbeddingOptions(0, 1, 0))
                .withMessageContaining("workers 0 is below 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new EmbeddingOptions(1, 1, -1))
                .withMessageContaining("cacheBytes -1 is below 0");
    }
}
