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
                    null,
                    Instant.EPOCH,
                    Map.of(),
                    AppliedPositions.NONE);

    @Test
    void whatAnotherModelMadeIsNotRefusedButLeftOut() {
        String other = "all-minilm-l6-v2";

        assertThat(DimensionRule.broken(OF_E5, other, Stream.of(new float[] {1, 0}))).isNull();
        assertThat(DimensionRule.isOtherModel(OF_E5, other)).isTrue();
        assertThat(DimensionRule.isOtherModel(OF_E5, "e5-small-v2")).isFalse();
        assertThat(DimensionRule.isOtherModel(OF_E5, null)).isFalse();
        assertThat(DimensionRule.leftOut(OF_E5, other))
                .contains("all-minilm-l6-v2", "e5-small-v2 (dimension 2)", "alluvium reembed");
    }

    @Test
    void vectorOfAnotherDimensionIsRefusedWithBothAndTheWayOut() {
        assertThat(
                        DimensionRule.broken(OF_E5, "e5-small-v2", Stream.of(new float[] {1, 0, 0}))
                                .detail())
                .contains("dimension 3", "dimension 2", "e5-small-v2", "alluvium reembed");
    }

    @Test
    void theModelOfBeforeAndVectorsThatAreBroughtAreWelcome() {
        assertThat(DimensionRule.broken(OF_E5, "e5-small-v2", Stream.of(new float[] {1, 0})))
                .isNull();
        assertThat(DimensionRule.broken(OF_E5, null, Stream.of(new float[] {1, 0}))).isNull();
    }
}
