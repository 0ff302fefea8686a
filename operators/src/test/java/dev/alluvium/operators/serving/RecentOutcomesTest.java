package dev.alluvium.operators.serving;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.state.Position;
import dev.alluvium.state.outcome.CommandOutcome;
import dev.alluvium.state.outcome.ItemOutcome;
import dev.alluvium.state.outcome.ItemOutcome.Action;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RecentOutcomesTest {

    private final AtomicLong now = new AtomicLong();
    private final RecentOutcomes outcomes = new RecentOutcomes(now::get);

    @Test
    void whoAsksEarlyWaitsAndWhoAsksSoonIsAnswered() {
        CompletableFuture<CommandOutcome> early = outcomes.at(at(7));
        assertThat(early).isNotDone();
        outcomes.add(at(7), outcome(7, 1));
        assertThat(early).isCompletedWithValue(outcome(7, 1));
        now.addAndGet(Duration.ofSeconds(59).toNanos());
        outcomes.add(at(8), outcome(8, 1));
        assertThat(outcomes.at(at(7))).isCompletedWithValue(outcome(7, 1));
    }

    @Test
    void whatNobodyAskedForWithinAMinuteIsLetGo() {
        outcomes.add(at(1), outcome(1, 1));
        now.addAndGet(Duration.ofSeconds(61).toNanos());
        outcomes.add(at(2), outcome(2, 1));
        assertThat(outcomes.at(at(2))).isCompleted();
        assertIsForgotten(1);
    }

    @Test
    void ofManyTheOldestAreLetGo() {
        for (int i = 0; i <= 200; i++) {
            outcomes.add(at(i), outcome(i, 1_000));
        }
        assertThat(outcomes.at(at(200))).isCompleted();
        assertThat(outcomes.at(at(10))).isCompleted();
        assertIsForgotten(0);
    }

    /** It would wait until it learns that the position is applied. */
    private void assertIsForgotten(long offset) {
        CompletableFuture<CommandOutcome> asked = outcomes.at(at(offset));
        assertThat(asked).isNotDone();
        outcomes.applied(at(offset));
        assertThat(asked).isCompletedWithValue(null);
    }

    private static Position at(long offset) {
        return new Position(0, offset);
    }

    private static CommandOutcome outcome(long offset, int items) {
        List<ItemOutcome> all =
                Collections.nCopies(items, new ItemOutcome("id", Action.INSERTED, null, null));
        return new CommandOutcome(at(offset), all, 0, null);
    }
}
