package dev.alluvium.state.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.state.AppliedPositions;
import dev.alluvium.state.change.GraphCounts;
import dev.alluvium.state.change.MemoryHeader;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DimensionRuleTest {

    private static final MemoryHeader OF_E5 =
            new MemoryHeader(
                    1,
                    0,
                    0,
                    1,
                    0,
                    GraphCounts.NONE,
                    2,
                    "e5-small-v2",
                    Instant.EPOCH,
                    Map.of(),
                    AppliedPositions.NONE);

    @Test
    void aModelOfTheSameDimensionIsStillAnother() {
        assertThat(
                        DimensionRule.broken(
                                        OF_E5, "all-minilm-l6-v2", Stream.of(new float[] {1, 0}))
                                .detail())
                .contains(
                        "all-minilm-l6-v2 (dimension 2)", "e5-small-v2 (dimension 2)", "re-embed");
    }

    @Test
    void theModelOfBeforeAndVectorsThatAreBroughtAreWelcome() {
        assertThat(DimensionRule.broken(OF_E5, "e5-small-v2", Stream.of(new float[] {1, 0})))
                .isNull();
        assertThat(DimensionRule.broken(OF_E5, null, Stream.of(new float[] {1, 0}))).isNull();
    }

    @Test
    void aCommandWithoutVectorsIsNobodysConcern() {
        assertThat(DimensionRule.broken(OF_E5, "all-minilm-l6-v2", Stream.of((float[]) null)))
                .isNull();
    }
}
