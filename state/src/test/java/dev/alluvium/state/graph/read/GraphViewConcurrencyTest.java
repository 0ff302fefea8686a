package dev.alluvium.state.graph.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.state.core.TestingMemory;
import dev.alluvium.state.view.ViewBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class GraphViewConcurrencyTest {

    private static final int ROUNDS = 300;
    private static final long SEED = 20260301;

    /** A view and what it answered on the writer's thread when it was made. */
    private record Published(GraphView view, Moment moment, List<String> answers) {

        static Published of(GraphView view, Moment moment) {
            return new Published(view, moment, answers(view, moment));
        }

        boolean isAnsweredAgain() {
            return answers(view, moment).equals(answers);
        }

        private static List<String> answers(GraphView view, Moment moment) {
            return List.of(
                    ShownJson.write(view.search("text 3 met", null, 10, moment)).toString(),
                    ShownJson.write(view.page(20, null, moment)).toString(),
                    ShownJson.write(view.open(TestingGraph.refs("n1", "n7"), moment)).toString(),
                    view.card(10, 5, 0, moment));
        }
    }

    @Test
    void aViewStaysAsItWasWhileTheWriterGoesOn() throws Exception {
        AtomicReference<Published> latest = new AtomicReference<>();
        TestingMemory memory = new TestingMemory();
        ViewBuilder builder = TestingGraph.builder();
        latest.set(Published.of(builder.view().graph(), new Moment(memory.now(), null)));
        ExecutorService readers = Executors.newFixedThreadPool(2);
        try {
            List<Future<Integer>> checks = new ArrayList<>();
            for (int reader = 0; reader < 2; reader++) {
                checks.add(readers.submit(() -> readUntilDone(latest)));
            }
            write(memory, builder, latest);
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
            // Old views too, while pages are copied and columns made anew under newer ones.
            Published old = held.get(reads++ * 31 % held.size());
            assertThat(now.isAnsweredAgain()).isTrue();
            assertThat(old.isAnsweredAgain()).isTrue();
        }
        return reads;
    }

    private static void write(
            TestingMemory memory, ViewBuilder builder, AtomicReference<Published> latest) {
        Random random = new Random(SEED);
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < 5; i++) {
                memory.apply(
                        "assert_facts",
                        ("{create_missing: true, observations: [{entity: 'n%d', observations: ['text %d']}],"
                                        + " relations: [{source: 'n%d', type: 'met', target: 'n%d',"
                                        + " single_valued: %s}]}")
                                .formatted(
                                        random.nextInt(20),
                                        random.nextInt(200),
                                        random.nextInt(20),
                                        random.nextInt(20),
                                        random.nextInt(4) == 0));
                memory.lastChanges().forEach(builder::apply);
            }
            memory.apply("delete_facts", "{entities: ['n" + random.nextInt(20) + "']}");
            memory.lastChanges().forEach(builder::apply);
            latest.set(Published.of(builder.view().graph(), new Moment(memory.now(), null)));
        }
    }
}
