package dev.alluvium.state.recall;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.state.change.MemoryHeader;
import dev.alluvium.state.option.MemoryOptions;
import dev.alluvium.state.record.MemoryRecord;
import dev.alluvium.state.scope.Scope;
import dev.alluvium.state.text.TextAnalyzer;
import dev.alluvium.state.vector.CosineCalibration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A view large enough to be scanned by several threads. */
class LargeViewTest {

    private static final int RECORDS = 60_000;
    private static final int DIMENSION = 8;
    private static final Instant AT = Instant.parse("2026-05-01T00:00:00Z");

    @Test
    void allCoresFindWhatIsBestOfItsParts() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        RecordIndex index = new RecordIndex(CosineCalibration.identity(), new TextAnalyzer());
        for (int i = 0; i < RECORDS; i++) {
            index.put(i, record(i, i < RECORDS / 2 ? "/first" : "/second"), unit(random));
        }
        RecordView view = index.view();
        float[] query = unit(random);

        List<Match> all = recall(view, query, Scope.ROOT);
        List<Match> ofHalves =
                Stream.of("/first", "/second")
                        .flatMap(half -> recall(view, query, Scope.of(half)).stream())
                        .sorted(Match.BEST_FIRST)
                        .limit(50)
                        .toList();

        assertThat(all).as("seed %d", seed).isEqualTo(ofHalves).hasSize(50);
        assertThat(all)
                .extracting(match -> match.record().scope().path())
                .contains("/first", "/second");
    }

    private static List<Match> recall(RecordView view, float[] query, Scope scope) {
        RecallRequest request =
                new RecallRequest(
                        "number 7",
                        query,
                        List.of(scope),
                        null,
                        null,
                        false,
                        50,
                        RecallRequest.Mode.HYBRID,
                        MemoryOptions.DEFAULTS,
                        Map.of(),
                        null,
                        AT,
                        null,
                        null,
                        AT);
        return view.recall(MemoryHeader.EMPTY, request).matches();
    }

    private static MemoryRecord record(int i, String scope) {
        return new MemoryRecord(
                "id" + i,
                1,
                "number " + i % 1000,
                Scope.of(scope),
                List.of(),
                Map.of(),
                (i % 10) / 10.0,
                null,
                false,
                AT.minusSeconds(i),
                AT,
                AT.minusSeconds(RECORDS),
                null,
                AT,
                null);
    }

    private static float[] unit(Random random) {
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
