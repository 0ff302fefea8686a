package dev.alluvium.operators.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.state.command.Command;
import dev.alluvium.state.command.Remember;
import dev.alluvium.state.core.TestingMemory;
import dev.alluvium.state.outcome.CommandOutcome;
import dev.alluvium.state.outcome.ItemOutcome;
import dev.alluvium.state.outcome.ItemOutcome.Action;
import dev.alluvium.state.record.RecordDraft;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.junit.jupiter.api.Test;

/** Near-duplicates among the vectors of a memory large enough for its mean to be learnt. */
class NearDuplicatesTest {

    private static final int DIMENSION = 64;

    /** Records in all; the mean is learnt at 1,024. */
    private static final int RECORDS = 1600;

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private final float[] common = gaussian();

    private float[] gaussian() {
        float[] vector = new float[DIMENSION];
        for (int i = 0; i < DIMENSION; i++) {
            vector[i] = (float) random.nextGaussian();
        }
        return vector;
    }

    /** As a model gives them: all in a narrow cone, unrelated ones at a cosine of 0.9. */
    private float[] inCone() {
        float[] vector = gaussian();
        for (int i = 0; i < DIMENSION; i++) {
            vector[i] += 3 * common[i];
        }
        return unit(vector);
    }

    /** A unit vector at a cosine of 0.985 to a unit vector. */
    private float[] near(float[] unit) {
        float[] other = gaussian();
        double along = 0;
        for (int i = 0; i < DIMENSION; i++) {
            along += unit[i] * other[i];
        }
        for (int i = 0; i < DIMENSION; i++) {
            other[i] -= (float) (along * unit[i]);
        }
        other = unit(other);
        for (int i = 0; i < DIMENSION; i++) {
            other[i] = (float) (0.985 * unit[i] + Math.sqrt(1 - 0.985 * 0.985) * other[i]);
        }
        return unit(other);
    }

    private static float[] unit(float[] vector) {
        double squares = 0;
        for (float component : vector) {
            squares += component * component;
        }
        for (int i = 0; i < vector.length; i++) {
            vector[i] /= (float) Math.sqrt(squares);
        }
        return vector;
    }

    /** Texts that only their punctuation tells apart, so that nothing but the vectors decides. */
    private static Command remember(List<float[]> vectors, int from, String mark) {
        List<RecordDraft> drafts = new ArrayList<>();
        for (int i = 0; i < vectors.size(); i++) {
            String dots = Integer.toBinaryString(from + i).replace('0', ',').replace('1', '.');
            drafts.add(
                    RecordDraft.ofContent("the same words " + mark + dots)
                            .withVector(vectors.get(i)));
        }
        return new Remember(TestingMemory.ID, null, drafts);
    }

    private static List<ItemOutcome> apply(OperatorHarness operator, Command command) {
        return operator.await(outcome(operator, command)).items();
    }

    private static java.util.concurrent.CompletableFuture<CommandOutcome> outcome(
            OperatorHarness operator, Command command) {
        return operator.client()
                .outcome(TestingMemory.ID, operator.apply(command), Duration.ofMinutes(1));
    }

    @Test
    void areFoundAmongManyAndAlikeAfterARestart() throws Exception {
        MemorySettings settings = OperatorHarness.settings(Map.of(), OperatorHarness.AMPLE);
        List<float[]> vectors = new ArrayList<>();
        for (int i = 0; i < RECORDS; i++) {
            vectors.add(inCone());
        }
        List<float[]> again = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            again.add(near(vectors.get(i * RECORDS / 400)));
        }
        OperatorSubtaskState snapshot;
        OperatorHarness last;
        List<ItemOutcome> undisturbed;
        try (OperatorHarness operator = OperatorHarness.start(settings)) {
            for (int i = 0; i < RECORDS; i += 100) {
                operator.apply(remember(vectors.subList(i, i + 100), i, ""));
            }
            assertThat(operator.ask(TestingQueries.COUNT)).isEqualTo(RECORDS);
            snapshot = operator.snapshot();
            last = operator;
            undisturbed = apply(operator, remember(again, 0, "!"));
        }
        try (OperatorHarness operator =
                OperatorHarness.restore(settings, snapshot, 1, 0).after(last)) {
            List<ItemOutcome> restored = apply(operator, remember(again, 0, "!"));
            assertThat(restored)
                    .as("seed %d", seed)
                    .extracting(ItemOutcome::duplicateOf)
                    .isEqualTo(undisturbed.stream().map(ItemOutcome::duplicateOf).toList());
        }
        assertThat(undisturbed.stream().filter(i -> i.action() == Action.DUPLICATE).count())
                .as("found of 400, seed %d", seed)
                .isGreaterThanOrEqualTo(396);
    }
}
