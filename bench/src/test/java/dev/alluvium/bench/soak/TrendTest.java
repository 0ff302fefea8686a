package dev.alluvium.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class TrendTest {

    @Test
    void aSteadyRiseIsItsWholeHeightWhateverLiesAroundIt() {
        Trend trend = new Trend();
        for (int i = 0; i <= 10; i++) {
            trend.add(30 * i, 100 + 2 * i + (i % 2 == 0 ? 1 : -1));
        }
        assertThat(trend.growth()).isCloseTo(20, within(0.5));
        assertThat(trend.from(150).growth()).isCloseTo(10, within(1.5));
    }

    @Test
    void whatOnlyMovesToAndFroDoesNotGrow() {
        Trend trend = new Trend();
        for (int i = 0; i < 21; i++) {
            trend.add(i, i % 2);
        }
        assertThat(trend.growth()).isCloseTo(0, within(1e-9));
    }

    @Test
    void twoSamplesSayNothing() {
        Trend trend = new Trend();
        trend.add(0, 1);
        trend.add(1, 100);
        assertThat(trend.growth()).isZero();
        assertThat(trend.most()).isEqualTo(100);
    }
}
