package dev.alluvium.state.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.alluvium.state.option.MemoryOptions.Setting;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class MemoryOptionsTest {

    @ParameterizedTest
    @CsvSource({
        "recency_weight, 0.3",
        "semantic_weight, 0.5",
        "importance_weight, 0.2",
        "recency_half_life_days, 30",
        "consolidation_threshold, 0.85",
        "consolidation_limit, 5",
        "default_importance, 0.5",
        "batch_dedup_threshold, 0.98",
        "confidence_threshold_high, 0.8",
        "confidence_threshold_low, 0.5",
        "complex_query_threshold, 0.7",
        "exploration_budget, 1",
        "query_analysis_threshold, 200",
    })
    void defaultsAreTheSeeds(String name, double value) {
        assertThat(MemoryOptions.DEFAULTS.get(Setting.of(name))).isEqualTo(value);
        assertThat(MemoryOptions.DEFAULTS.toMap()).containsEntry(name, value);
    }

    @ParameterizedTest
    @EnumSource(Setting.class)
    void everyDefaultIsInItsRangeAndTheRangeIsNamed(Setting setting) {
        assertThat(setting.parse(Double.toString(setting.defaultValue())))
                .isEqualTo(setting.defaultValue());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> setting.parse("-0.5"))
                .withMessage(setting.key() + " -0.5 is not in " + setting.range());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> setting.parse("1e300"))
                .withMessageContaining(setting.range());
    }

    @Test
    void laterOptionsOverlayEarlierOnesAndNullPassesThrough() {
        Map<String, String> own = new HashMap<>();
        own.put("recency_weight", " 1 ");
        own.put("semantic_weight", null);
        MemoryOptions options = MemoryOptions.DEFAULTS.with(Setting.SEMANTIC_WEIGHT, 0.9).with(own);

        assertThat(options.get(Setting.RECENCY_WEIGHT)).isEqualTo(1);
        assertThat(options.get(Setting.SEMANTIC_WEIGHT)).isEqualTo(0.9);
        assertThat(MemoryOptions.DEFAULTS.get(Setting.RECENCY_WEIGHT)).isEqualTo(0.3);
    }

    @Test
    void unknownNameIsRefusedWithTheKnownOnes() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MemoryOptions.DEFAULTS.with(Map.of("colour", "red")))
                .withMessageContaining("unknown option \"colour\"; known: recency_weight, ");
    }

    @Test
    void namesOfWhatHasOneValueAreReadLeniently() {
        MemoryOptions options = MemoryOptions.DEFAULTS.with(Map.of("single_valued", " b ,, a ,b,"));

        assertThat(options.singleValued()).containsExactlyInAnyOrder("a", "b");
        assertThat(options.toTexts()).containsEntry("single_valued", "a,b");
    }
}
