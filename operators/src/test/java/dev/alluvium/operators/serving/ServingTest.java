package dev.alluvium.operators.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alluvium.operators.memory.OperatorHarness;
import dev.alluvium.operators.memory.TestingQueries;
import dev.alluvium.state.Position;
import dev.alluvium.state.core.TestingMemory;
import dev.alluvium.state.outcome.CommandOutcome;
import dev.alluvium.state.query.GetRecord;
import dev.alluvium.state.query.ReadHeader;
import dev.alluvium.state.query.ViewQuery;
import dev.alluvium.state.serving.PositionNotReachedException;
import dev.alluvium.state.serving.StateClient.Answer;
import dev.alluvium.state.serving.StateUnavailableException;
import dev.alluvium.state.view.MemoryView;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Reads of an operator that runs, as a client in the same JVM asks them. */
class ServingTest {

    private static final Duration SOON = Duration.ofMillis(50);

    /** Records in two chunks of a load, the first of 512 rows. */
    private static final int TWO_CHUNKS = 700;

    private OperatorHarness operator;

    @AfterEach
    void close() {
        if (operator != null) {
            operator.close();
        }
    }

    private void start(long viewBudgetBytes) throws Exception {
        operator = OperatorHarness.start(viewBudgetBytes);
    }

    private void remember(int from, int to) {
        StringBuilder records = new StringBuilder();
        for (int i = from; i < to; i++) {
            records.append(i == from ? "" : ",")
                    .append("{id: 'r%05d', content: 'text number %d'}".formatted(i, i));
        }
        operator.apply("remember", "{records: [" + records + "]}");
    }

    private List<String> contentsFromRows() {
        TestingMemory none = new TestingMemory();
        assertThat(none.records()).isEmpty();
        return operator
                .ask(new dev.alluvium.state.query.ExportRows(0, 0, 1_000_000))
                .records()
                .stream()
                .map(found -> found.record().id() + ": " + found.record().content())
                .sorted()
                .toList();
    }

    @Test
    void readWaitsForItsPositionAndNoLonger() throws Exception {
        start(OperatorHarness.AMPLE);
        CompletableFuture<Answer<Long>> early =
                operator.asking(TestingQueries.COUNT, operator.next());
        CompletableFuture<Answer<Long>> rows =
                operator.asking(new ReadHeader(), operator.next())
                        .thenApply(a -> new Answer<>(a.value().records(), a.applied()));
        operator.runMails();
        assertThat(early).isNotDone();
        assertThat(rows).isNotDone();

        Position position = operator.apply("remember", "{records: [{content: 'a'}]}");
        assertThat(operator.await(early).value()).isEqualTo(1);
        assertThat(operator.await(rows).value()).isEqualTo(1);
        assertThat(early.join().applied().reached(position)).isTrue();
        assertThat(operator.asking(TestingQueries.COUNT, position))
                .as("a loaded view answers at once, on the asking thread")
                .isDone();
    }

    @Test
    void positionThatDoesNotComeInTimeIsNamed() throws Exception {
        start(OperatorHarness.AMPLE);
        CompletableFuture<?> late =
                operator.client()
                        .ask(TestingMemory.ID, TestingQueries.COUNT, new Position(0, 7), SOON);
        assertThatThrownBy(() -> operator.await(late))
                .hasCauseInstanceOf(PositionNotReachedException.class)
                .hasMessageContaining("0:7");
        CompletableFuture<?> lateOutcome =
                operator.client().outcome(TestingMemory.ID, new Position(0, 7), SOON);
        assertThatThrownBy(() -> operator.await(lateOutcome))
                .hasCauseInstanceOf(PositionNotReachedException.class);

        operator.apply("remember", "{records: [{content: 'a'}]}");
        assertThat(operator.ask(TestingQueries.COUNT)).isEqualTo(1);
    }

    @Test
    void outcomeIsToldToWhoAskedBeforeItWasApplied() throws Exception {
        start(OperatorHarness.AMPLE);
        CompletableFuture<CommandOutcome> first =
                operator.client().outcome(TestingMemory.ID, operator.next(), Duration.ofMinutes(1));
        CompletableFuture<CommandOutcome> second =
                operator.client().outcome(TestingMemory.ID, operator.next(), Duration.ofMinutes(1));
        operator.runMails();
        Position position = operator.apply("remember", "{records: [{id: 'x', content: 'a'}]}");

        assertThat(operator.await(first).items().get(0).id()).isEqualTo("x");
        assertThat(operator.await(second)).isSameAs(first.join());
        assertThat(operator.client().outcome(TestingMemory.ID, position, SOON).join())
                .isSameAs(first.join());
    }

    @Test
    void outcomeOfBeforeARestartIsNotKnown() throws Exception {
        start(OperatorHarness.AMPLE);
        // Rejected, so never applied; the command after it moves the memory past it.
        Position rejected = operator.apply("app/user", new byte[] {1});
        operator.apply("remember", "{records: [{content: 'a'}]}");

        assertThat(
                        operator.await(
                                operator.client()
                                        .outcome(
                                                TestingMemory.ID, rejected, Duration.ofMinutes(1))))
                .isNull();
    }

    @Test
    void waiterOfAnOutcomeThatGivesUpLeavesTheOthersWaiting() throws Exception {
        start(OperatorHarness.AMPLE);
        CompletableFuture<CommandOutcome> patient =
                operator.client().outcome(TestingMemory.ID, operator.next(), Duration.ofMinutes(1));
        CompletableFuture<CommandOutcome> hasty =
                operator.client().outcome(TestingMemory.ID, operator.next(), SOON);
        assertThatThrownBy(() -> operator.await(hasty))
                .hasCauseInstanceOf(PositionNotReachedException.class);
        operator.apply("remember", "{records: [{id: 'x', content: 'a'}]}");

        assertThat(operator.await(patient).items().get(0).id()).isEqualTo("x");
    }

    @Test
    void viewLoadedInChunksMissesNothingThatIsAppliedInBetween() throws Exception {
        start(OperatorHarness.AMPLE);
        remember(0, TWO_CHUNKS);
        CompletableFuture<Answer<List<String>>> answer =
                operator.asking(TestingQueries.CONTENTS, null);
        operator.awaitMail();
        operator.apply("update", "{id: 'r00003', changes: {content: 'changed early'}}");
        operator.apply("update", "{id: 'r00690', changes: {content: 'changed late'}}");
        operator.apply("forget", "{ids: ['r00001', 'r00650']}");
        operator.apply("remember", "{records: [{id: 'added', content: 'added'}]}");
        operator.awaitMail();
        operator.apply("update", "{id: 'r00004', changes: {content: 'changed again'}}");

        assertThat(operator.await(answer).value())
                .isEqualTo(contentsFromRows())
                .contains("added: added", "r00003: changed early", "r00690: changed late")
                .hasSize(TWO_CHUNKS - 1);
    }

    @Test
    void rowsDeletedAtTheEdgeOfAChunkHideNoOther() throws Exception {
        for (int edge : new int[] {127, 510, 511, 512, 639}) {
            start(OperatorHarness.AMPLE);
            remember(0, TWO_CHUNKS);
            CompletableFuture<Answer<List<String>>> answer =
                    operator.asking(TestingQueries.CONTENTS, null);
            operator.awaitMail();
            operator.apply("forget", "{ids: ['r%05d']}".formatted(edge));

            assertThat(operator.await(answer).value())
                    .as("deleted %d", edge)
                    .isEqualTo(contentsFromRows())
                    .hasSize(TWO_CHUNKS - 1);
            close();
        }
    }

    @Test
    void eraseWhileLoadingLeavesNothingOfBefore() throws Exception {
        start(OperatorHarness.AMPLE);
        remember(0, TWO_CHUNKS);
        CompletableFuture<Answer<List<String>>> answer =
                operator.asking(TestingQueries.CONTENTS, null);
        operator.awaitMail();
        operator.apply("erase", "{}");
        operator.apply("remember", "{records: [{id: 'after', content: 'after'}]}");

        assertThat(operator.await(answer).value()).containsExactly("after: after");
        assertThat(operator.ask(TestingQueries.CONTENTS)).containsExactly("after: after");
    }

    @Test
    void vectorsOfAnotherDimensionThatFollowAnEraseWhileLoadingAreLoaded() throws Exception {
        start(OperatorHarness.AMPLE);
        for (int i = 0; i < TWO_CHUNKS; i++) {
            operator.apply(
                    "remember",
                    "{records: [{content: 'before %d', vector: [1, %d]}]}".formatted(i, i));
        }
        CompletableFuture<Answer<List<String>>> answer =
                operator.asking(TestingQueries.CONTENTS, null);
        operator.awaitMail();
        operator.apply("erase", "{}");
        operator.apply(
                "remember", "{records: [{id: 'after', content: 'after', vector: [1, 0, 0]}]}");

        assertThat(operator.await(answer).value()).containsExactly("after: after");
    }

    @Test
    void memoryLargerThanTheBudgetIsReadInPartsAndAsAViewWhenItFitsAgain() throws Exception {
        start(300_000);
        remember(0, 1000);
        remember(1000, 2000);
        operator.apply("log_turns", "{turns: [{id: 't', content: 'a turn'}]}");
        List<String> inParts = operator.ask(TestingQueries.CONTENTS);

        assertThat(inParts).hasSize(2001).contains("t: a turn").containsAll(contentsFromRows());
        assertThat(operator.ask(new GetRecord("r01999")).record().content())
                .isEqualTo("text number 1999");
        assertThat(operator.asking(TestingQueries.COUNT, null)).as("no view").isNotDone();

        operator.apply("erase", "{}");
        remember(0, 10);
        assertThat(operator.ask(TestingQueries.COUNT)).isEqualTo(10);
        assertThat(operator.ask(TestingQueries.COUNT)).isEqualTo(10);
        assertThat(operator.asking(TestingQueries.COUNT, null)).as("a view again").isDone();
    }

    @Test
    void severalReadsOfPartsAtOnceAreAllAnswered() throws Exception {
        start(300_000);
        remember(0, 1000);
        remember(1000, 2000);
        CompletableFuture<Answer<Long>> one = operator.asking(TestingQueries.COUNT, null);
        operator.awaitMail();
        CompletableFuture<Answer<Long>> two = operator.asking(TestingQueries.COUNT, null);
        CompletableFuture<Answer<Long>> three =
                operator.asking(TestingQueries.COUNT, operator.next());
        operator.awaitMail();
        operator.apply("remember", "{records: [{content: 'one more'}]}");

        assertThat(operator.await(one).value()).isBetween(2000L, 2001L);
        assertThat(operator.await(two).value()).isBetween(2000L, 2001L);
        assertThat(operator.await(three).value()).isEqualTo(2001);
    }

    @Test
    void failureWhileReadingEndsTheReadAndNotTheMemory() throws Exception {
        start(OperatorHarness.AMPLE);
        remember(0, 10);
        ViewQuery<Long> failing =
                new ViewQuery<>() {
                    @Override
                    public Long on(MemoryView view) {
                        throw new StackOverflowError("a query too deep");
                    }

                    @Override
                    public Long merge(Long one, Long other) {
                        return one;
                    }
                };
        CompletableFuture<Answer<Long>> answer = operator.asking(failing, null);

        assertThatThrownBy(() -> operator.await(answer)).hasRootCauseMessage("a query too deep");
        assertThat(operator.ask(TestingQueries.COUNT)).isEqualTo(10);
    }

    @Test
    void closingTellsEveryWaiterToAskAgain() throws Exception {
        start(300_000);
        remember(0, 1000);
        remember(1000, 2000);
        CompletableFuture<?> loading = operator.asking(TestingQueries.COUNT, null);
        CompletableFuture<?> waiting = operator.asking(new ReadHeader(), operator.next());
        CompletableFuture<?> outcome =
                operator.client().outcome(TestingMemory.ID, operator.next(), Duration.ofMinutes(1));
        operator.awaitMail();
        operator.awaitMail();
        operator.close();
        operator = null;

        for (CompletableFuture<?> each : List.of(loading, waiting, outcome)) {
            assertThatThrownBy(() -> each.get(10, java.util.concurrent.TimeUnit.SECONDS))
                    .hasRootCauseInstanceOf(StateUnavailableException.class);
        }
    }

    @Test
    void closedOperatorIsNotAsked() throws Exception {
        start(OperatorHarness.AMPLE);
        LocalStateClient client = operator.client();
        operator.close();
        operator = null;

        assertThat(client.ready()).isFalse();
        assertThatThrownBy(() -> client.ask(TestingMemory.ID, new ReadHeader(), null, SOON).join())
                .hasCauseInstanceOf(StateUnavailableException.class);
        assertThatThrownBy(() -> client.memories(null, 1).join())
                .hasCauseInstanceOf(StateUnavailableException.class);
    }
}
