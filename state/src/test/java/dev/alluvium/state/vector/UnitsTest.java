package dev.alluvium.state.vector;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.FloatRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class UnitsTest {

    @Property
    void aUnitVectorStaysBitForBit(
            @ForAll @Size(min = 1, max = 400) @FloatRange(min = -1e10f, max = 1e10f)
                    float[] vector) {
        float[] unit = Units.unit(vector);

        if (unit != null) {
            assertThat(Units.unit(unit)).isEqualTo(unit).isNotSameAs(unit);
        }
    }

    @Test
    void theNormOfWhatIsTinyOrHugeIsOne() {
        for (float size : new float[] {Float.MIN_VALUE, 1e-30f, 1, 1e18f}) {
            float[] unit = Units.unit(new float[] {3 * size, 4 * size});
            assertThat(Math.hypot(unit[0], unit[1])).isCloseTo(1, byOneMillionth());
        }
        assertThat(Units.unit(new float[] {0, 0})).isNull();
        assertThat(Units.unit(null)).isNull();
    }

    private static org.assertj.core.data.Offset<Double> byOneMillionth() {
        return org.assertj.core.data.Offset.offset(1e-6);
    }
}
