package dev.alluvium.query.deep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.query.deep.Routing.Next;
import dev.alluvium.state.option.MemoryOptions;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoutingTest {

    private static final Thresholds DEFAULTS = Thresholds.of(MemoryOptions.DEFAULTS);

    @ParameterizedTest
    @CsvSource({
        "0.80, 1.0, 0, ANSWER, confidence_threshold_high",
        "0.79, 0.7, 0, EXPLORE, complex_query_threshold",
        "0.79, 0.69, 0, ANSWER, confidence_threshold_low",
        "0.50, 0.0, 0, ANSWER, confidence_threshold_low",
        "0.49, 0.0, 0, EXPLORE, confidence_threshold_low",
        "0.49, 0.0, 1, ANSWER, exploration_budget",
        "0.79, 0.7, 1, ANSWER, exploration_budget",
        "0.80, 1.0, 1, ANSWER, confidence_threshold_high"
    })
    void theSeedsThresholdsRoute(
            double confidence, double complexity, int explored, Next next, String because) {
        Routing routing = Routing.after(DEFAULTS, complexity, confidence, explored);

        assertThat(routing.next()).isEqualTo(next);
        assertThat(routing.because()).contains(because);
    }

    @Property
    void theBudgetIsNeverExceededAndSurenessNeverExplores(
            @ForAll @DoubleRange(min = 0, max = 1) double high,
            @ForAll @DoubleRange(min = 0, max = 1) double low,
            @ForAll @DoubleRange(min = 0, max = 1) double complex,
            @ForAll @IntRange(max = 10) int budget,
            @ForAll @DoubleRange(min = 0, max = 1) double complexity,
            @ForAll @DoubleRange(min = 0, max = 1) double confidence) {
        Thresholds thresholds = new Thresholds(high, low, complex, budget, 200, 1);
        int explored = 0;
        while (Routing.after(thresholds, complexity, confidence, explored).next() == Next.EXPLORE) {
            explored++;
        }

        boolean isUnsure = confidence < high && (confidence < low || complexity >= complex);
        assertThat(explored).isEqualTo(isUnsure ? budget : 0);
    }

    @Test
    void confidenceIsTheShareOfTheHighestScore() {
        assertThat(DEFAULTS.fullScore()).isEqualTo(1);
        assertThat(DEFAULTS.confidence(0.6)).isEqualTo(0.6);
        assertThat(new Thresholds(1, 1, 1, 1, 1, 200).confidence(150)).isEqualTo(0.75);
        assertThat(new Thresholds(1, 1, 1, 1, 1, 0).confidence(0)).isZero();
    }
}
