package dev.alluvium.state.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.state.change.Change.IndexRecord;
import dev.alluvium.state.change.Change.PutRecord;
import dev.alluvium.state.change.Change.PutTurn;
import dev.alluvium.state.episode.Turn;
import dev.alluvium.state.record.MemoryRecord;
import dev.alluvium.state.scope.Scope;
import dev.alluvium.state.text.TextAnalyzer;
import dev.alluvium.state.vector.CosineCalibration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What views say that they take, beside what they take: the budget of views is kept by the first.
 */
class ViewBytesTest {

    private static final long SEED = 7;
    private static final Instant AT = Instant.parse("2026-03-01T12:00:00Z");
    private static final int DIMENSION = 384;
    private static final int COLLECTIONS = 4;

    private final Random random = new Random(SEED);
    private final TextAnalyzer analyzer = new TextAnalyzer();

    @ParameterizedTest
    @CsvSource({"3000, 0, 0", "2000, 1, 0", "2000, 0, 1", "500, 10, 10", "40, 300, 300"})
    void estimateIsNearTheHeapOfManyViews(int views, int records, int turns) {
        builder(records, turns);
        List<ViewBuilder> held = new ArrayList<>();
        long before = live();
        for (int i = 0; i < views; i++) {
            held.add(builder(records, turns));
        }
        double taken = (live() - before) / (double) views;
        double estimated = held.stream().mapToLong(ViewBuilder::bytes).average().orElseThrow();
        System.out.printf(
                "seed %d, %d records, %d turns: %.0f taken, %.0f estimated%n",
                SEED, records, turns, taken, estimated);
        assertThat(estimated).isBetween(0.6 * taken, 1.7 * taken);
    }

    private static long live() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
            least =
                    Math.min(
                            least,
                            Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory());
        }
        return least;
    }

    private ViewBuilder builder(int records, int turns) {
        ViewBuilder builder = new ViewBuilder(CosineCalibration.identity(), analyzer);
        for (int i = 0; i < records; i++) {
            String id = "record-" + i;
            builder.apply(new PutRecord(i, record(id), vector()));
            builder.apply(new IndexRecord(id, new long[] {i}));
        }
        for (int i = 0; i < turns; i++) {
            Turn turn = new Turn("turn-" + i, "s", "user", text(), AT, Map.of(), AT);
            builder.apply(new PutTurn(i, turn, List.of()));
        }
        builder.view();
        return builder;
    }

    private MemoryRecord record(String id) {
        return new MemoryRecord(
                id,
                1,
                text(),
                Scope.ROOT,
                List.of(),
                Map.of(),
                0.5,
                null,
                false,
                AT,
                AT,
                AT,
                null,
                AT,
                null);
    }

    /** About 200 characters of some ten thousand words. */
    private String text() {
        StringBuilder text = new StringBuilder();
        while (text.length() < 195) {
            text.append("word").append((int) Math.pow(10_000, random.nextDouble())).append(' ');
        }
        return text.toString();
    }

    private float[] vector() {
        float[] vector = new float[DIMENSION];
        double squares = 0;
        for (int i = 0; i < DIMENSION; i++) {
            vector[i] = (float) random.nextGaussian();
            squares += vector[i] * vector[i];
        }
        for (int i = 0; i < DIMENSION; i++) {
            vector[i] /= (float) Math.sqrt(squares);
        }
        return vector;
    }
}
