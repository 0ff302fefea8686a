package dev.alluvium.state.recall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.alluvium.state.option.MemoryOptions;
import dev.alluvium.state.option.MemoryOptions.Setting;
import dev.alluvium.state.recall.RecallRequest.Mode;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class CompositeScoreTest {

    private static final CompositeScore DEFAULT = CompositeScore.of(MemoryOptions.DEFAULTS);

    private static long days(long days) {
        return Duration.ofDays(days).toMillis();
    }

    @Test
    void goldenScoreOfANewRecord() {
        assertThat(DEFAULT.score(0.8, DEFAULT.recency(0), 0.7)).isCloseTo(0.84, within(1e-12));
    }

    @Test
    void goldenScoreAfterTwoHalfLives() {
        assertThat(DEFAULT.score(0.8, DEFAULT.recency(days(60)), 0.5))
                .isCloseTo(0.575, within(1e-12));
    }

    @Test
    void ageIsNeverNegative() {
        assertThat(DEFAULT.recency(-days(10))).isEqualTo(1);
        assertThat(DEFAULT.recency(Long.MIN_VALUE)).isEqualTo(1);
    }

    @Test
    void weightsAndHalfLifeComeFromTheOptions() {
        CompositeScore fast =
                CompositeScore.of(
                        MemoryOptions.DEFAULTS
                                .with(Setting.RECENCY_WEIGHT, 0.5)
                                .with(Setting.RECENCY_HALF_LIFE_DAYS, 7));

        assertThat(fast.recency(days(7))).isEqualTo(0.5);
        assertThat(fast.score(0, fast.recency(days(7)), 0)).isEqualTo(0.25);
    }

    @Test
    void wordsNeverLowerARecordAndNeverPassOne() {
        for (double similarity : new double[] {0.2, 1.0 / 3, 0.5, 0.8, 0.962, 1}) {
            double before = Relevance.of(Mode.HYBRID, similarity, 0);
            assertThat(before).isCloseTo(similarity, within(1e-15));
            for (double lexical = 0.1; lexical <= 1; lexical += 0.1) {
                double relevance = Relevance.of(Mode.HYBRID, similarity, lexical);
                assertThat(relevance).isGreaterThanOrEqualTo(before).isLessThanOrEqualTo(1);
                before = relevance;
            }
        }
    }

    @Test
    void withoutAVectorHybridIsWordsAndSemanticIsNothing() {
        assertThat(Relevance.of(Mode.HYBRID, Double.NaN, 0.7)).isEqualTo(0.7);
        assertThat(Relevance.of(Mode.SEMANTIC, Double.NaN, 0.7)).isZero();
        assertThat(Relevance.of(Mode.LEXICAL, 0.9, 0.7)).isEqualTo(0.7);
    }
}
