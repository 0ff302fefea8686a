package dev.alluvium.state.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.alluvium.state.vector.CosineCalibration.Knot;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

class CosineCalibrationTest {

    private static final CosineCalibration CROWDED =
            new CosineCalibration(
                    "crowded/1",
                    List.of(
                            new Knot(-1, -1),
                            new Knot(0.7, 0),
                            new Knot(0.92, 0.85),
                            new Knot(0.995, 0.98),
                            new Knot(1, 1)));

    @Test
    void similarityIsTheInverseOfOnePlusSquaredDistance() {
        assertThat(CosineCalibration.similarity(1)).isEqualTo(1);
        assertThat(CosineCalibration.similarity(0.98)).isCloseTo(0.962, within(0.0005));
        assertThat(CosineCalibration.similarity(0.875)).isEqualTo(0.8);
        assertThat(CosineCalibration.similarity(0.5)).isEqualTo(0.5);
        assertThat(CosineCalibration.similarity(0)).isCloseTo(0.333, within(0.0005));
        assertThat(CosineCalibration.similarity(1.0000001)).isEqualTo(1);
    }

    @Test
    void knotsAreMetExactly() {
        for (Knot knot : CROWDED.knots()) {
            assertThat(CROWDED.apply(knot.raw())).isEqualTo(knot.calibrated());
            assertThat(CROWDED.inverse(knot.calibrated())).isEqualTo(knot.raw());
        }
    }

    @Test
    void betweenKnotsTheMapIsLinear() {
        assertThat(CROWDED.apply(0.81)).isCloseTo(0.425, within(1e-12));
    }

    @Property
    void identityChangesNothing(@ForAll @DoubleRange(min = -1, max = 1) double cosine) {
        assertThat(CosineCalibration.identity().apply(cosine)).isCloseTo(cosine, within(1e-15));
    }

    @Property
    void orderIsKept(
            @ForAll @DoubleRange(min = -1, max = 1) double a,
            @ForAll @DoubleRange(min = -1, max = 1) double b) {
        assertThat(Double.compare(CROWDED.apply(a), CROWDED.apply(b)) * Double.compare(a, b))
                .isGreaterThanOrEqualTo(0);
    }

    @Property
    void inverseTakesApplyBack(@ForAll @DoubleRange(min = -1, max = 1) double cosine) {
        assertThat(CROWDED.inverse(CROWDED.apply(cosine))).isCloseTo(cosine, within(1e-12));
    }

    @Test
    void roundingBeyondOneIsOne() {
        assertThat(CROWDED.apply(1.0000002)).isEqualTo(1);
        assertThat(CROWDED.apply(-1.0000002)).isEqualTo(-1);
    }

    @Test
    void whatIsNotIncreasingIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () ->
                                new CosineCalibration(
                                        "flat/1",
                                        List.of(
                                                new Knot(-1, -1),
                                                new Knot(0.5, 0.2),
                                                new Knot(0.6, 0.2),
                                                new Knot(1, 1))))
                .withMessageContaining("flat/1")
                .withMessageContaining("strictly increasing");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new CosineCalibration("open/1", List.of(new Knot(1, 1))))
                .withMessageContaining("the first must be (-1, -1)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Knot(0.5, 1.5))
                .withMessageContaining("1.5");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CROWDED.apply(Double.NaN))
                .withMessageContaining("NaN");
    }
}
