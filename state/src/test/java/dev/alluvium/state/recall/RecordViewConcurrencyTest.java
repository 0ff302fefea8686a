package dev.alluvium.state.recall;

import static dev.alluvium.state.recall.Fixture.EVERYONE;
import static dev.alluvium.state.recall.Fixture.draft;
import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.state.change.MemoryHeader;
import dev.alluvium.state.recall.Fixture.Ask;
import dev.alluvium.state.scope.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class RecordViewConcurrencyTest {

    private static final int ROUNDS = 400;
    private static final long SEED = 20260301;

    /** A view and what it answered on the writer's thread when it was made. */
    private record Published(RecordView view, Answers answers) {}

    private record Answers(RecallResult recall, RecordPage page, Object tree, Object info) {

        static Answers of(RecordView view) {
            Ask ask = new Ask("alpha 7").vector(1, 0.5f, 0.2f).limit(20);
            return new Answers(
                    view.recall(MemoryHeader.EMPTY, ask.request()),
                    view.list(EVERYONE, 20, null),
                    view.tree(EVERYONE, Scope.ROOT, 5),
                    view.info(EVERYONE, Scope.ROOT));
        }
    }

    @Test
    void aViewStaysAsItWasWhileTheWriterGoesOn() throws Exception {
        AtomicReference<Published> latest = new AtomicReference<>();
        RecordIndex index = new Fixture().index;
        latest.set(new Published(index.view(), Answers.of(index.view())));
        ExecutorService readers = Executors.newFixedThreadPool(2);
        try {
            List<Future<Integer>> checks = new ArrayList<>();
            for (int reader = 0; reader < 2; reader++) {
                checks.add(readers.submit(() -> readUntilDone(latest)));
            }
            write(index, latest);
            latest.set(null);
            for (Future<Integer> check : checks) {
                assertThat(check.get(60, TimeUnit.SECONDS)).isPositive();
            }
        } finally {
            readers.shutdownNow();
        }
    }

    private static int readUntilDone(AtomicReference<Published> latest) {
        int reads = 0;
        List<Published> held = new ArrayList<>();
        for (Published now = latest.get(); now != null; now = latest.get()) {
            held.add(now);
            // Old views too, while chunks are copied and columns made anew under newer ones.
            Published old = held.get(reads++ * 31 % held.size());
            assertThat(Answers.of(now.view())).isEqualTo(now.answers());
            assertThat(Answers.of(old.view())).isEqualTo(old.answers());
        }
        return reads;
    }

    private static void write(RecordIndex index, AtomicReference<Published> latest) {
        Random random = new Random(SEED);
        long next = 0;
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < 20; i++) {
                Fixture.Draft draft =
                        draft("alpha " + random.nextInt(10) + " beta " + next)
                                .in("/s" + random.nextInt(4) + "/t" + random.nextInt(3))
                                .vector(1, random.nextFloat(), random.nextFloat());
                index.put(next, draft.record(next), Fixture.unit(1, random.nextFloat(), 0.3f));
                next++;
                long other = random.nextInt((int) next);
                switch (random.nextInt(4)) {
                    case 0 -> index.delete(other);
                    case 1 ->
                            index.put(other, draft("alpha 7").id("x" + other).record(other), null);
                    default -> index.delete(Math.max(0, next - 20));
                }
            }
            RecordView view = index.view();
            latest.set(new Published(view, Answers.of(view)));
        }
    }
}
