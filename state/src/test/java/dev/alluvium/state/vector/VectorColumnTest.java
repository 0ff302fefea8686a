package dev.alluvium.state.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class VectorColumnTest {

    @Property(tries = 200)
    void scoresAreCosinesWithinTheQuantisationBound(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 700) int dimension,
            @ForAll @IntRange(min = 1, max = 40) int rows) {
        Random random = new Random(seed);
        VectorColumn column = new VectorColumn(dimension);
        float[][] vectors = new float[rows][];
        for (int row = 0; row < rows; row++) {
            vectors[row] = Vectors.random(random, dimension);
            column.set(row, vectors[row]);
        }
        float[] asked = Vectors.random(random, dimension);
        QueryVector query = column.query(asked);
        float[] scores = new float[rows];
        column.scores(query, 0, rows, scores);

        for (int row = 0; row < rows; row++) {
            double bound = quantisationError(asked) + quantisationError(vectors[row]);
            assertThat((double) scores[row])
                    .isCloseTo(Vectors.dot(asked, vectors[row]), within(bound))
                    .isBetween(-1.0, 1.0);
            assertThat(column.score(query, row)).isEqualTo(scores[row]);
            assertThat(column.score(column.query(vectors[row]), row)).isCloseTo(1f, within(1e-6f));
        }
    }

    @Test
    void theErrorOfAScoreIsUsuallyFarBelowTheBound() {
        Random random = new Random(7);
        VectorColumn column = new VectorColumn(384);
        QueryVector query = column.query(Vectors.random(new Random(8), 384));
        float[] asked = Vectors.random(new Random(8), 384);
        double squares = 0;
        int rows = 2000;
        for (int row = 0; row < rows; row++) {
            float[] vector = Vectors.random(random, 384);
            column.set(row, vector);
            squares += Math.pow(column.score(query, row) - Vectors.dot(asked, vector), 2);
        }
        assertThat(Math.sqrt(squares / rows)).isLessThan(0.001);
    }

    @Property(tries = 100)
    void simdAndScalarGiveTheSameBits(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 1100) int dimension) {
        Random random = new Random(seed);
        VectorColumn fastest = new VectorColumn(dimension);
        VectorColumn scalar = new VectorColumn(dimension, new ScalarRowDots());
        int rows = 1 + random.nextInt(30);
        for (int row = 0; row < rows; row++) {
            float[] vector =
                    row % 5 == 0
                            ? Vectors.extreme(random, dimension)
                            : Vectors.random(random, dimension);
            fastest.set(row, vector);
            scalar.set(row, vector);
        }
        float[] asked = Vectors.extreme(random, dimension);
        float[] first = new float[rows];
        float[] second = new float[rows];
        fastest.scores(fastest.query(asked), 0, rows, first);
        scalar.scores(scalar.query(asked), 0, rows, second);
        assertThat(first).containsExactly(second);
    }

    @Test
    void theVectorApiIsUsedWhereItIsThere() {
        assertThat(ModuleLayer.boot().findModule("jdk.incubator.vector")).isPresent();
        assertThat(RowDots.FASTEST.getClass().getSimpleName()).isEqualTo("SimdRowDots");
    }

    @Test
    void rowsPassedOverAndRowsBeyondTheLastAreAbsent() {
        VectorColumn column = new VectorColumn(3);
        float[] x = {1, 0, 0};
        column.set(2, x);
        column.set(5000, x);

        assertThat(column.has(2)).isTrue();
        assertThat(column.has(5000)).isTrue();
        for (int absent : new int[] {0, 1, 3, 1024, 3000, 4999, 5001, 6000, 1_000_000}) {
            assertThat(column.has(absent)).as("row %d", absent).isFalse();
            assertThat(column.score(column.query(x), absent)).as("row %d", absent).isNaN();
        }
        float[] scores = new float[6000];
        column.scores(column.query(x), 1, 6001, scores);
        for (int i = 0; i < scores.length; i++) {
            if (i + 1 == 2 || i + 1 == 5000) {
                assertThat(scores[i]).isCloseTo(1f, within(1e-6f));
            } else {
                assertThat(scores[i]).as("row %d", i + 1).isNaN();
            }
        }
    }

    @Test
    void rangesMayStartAndEndAnywhere() {
        VectorColumn column = new VectorColumn(16);
        Random random = new Random(3);
        int rows = 3 * VectorColumn.BLOCK_ROWS + 17;
        for (int row = 0; row < rows; row++) {
            column.set(row, Vectors.random(random, 16));
        }
        QueryVector query = column.query(Vectors.random(random, 16));
        float[] all = new float[rows];
        column.scores(query, 0, rows, all);
        for (int i = 0; i < 50; i++) {
            int from = random.nextInt(rows);
            int to = from + random.nextInt(rows - from);
            float[] some = new float[to - from];
            column.scores(query, from, to, some);
            assertThat(some).containsExactly(Arrays.copyOfRange(all, from, to));
        }
    }

    @Test
    void aSmallColumnCostsLittle() {
        VectorColumn column = new VectorColumn(384);
        assertThat(column.bytes()).isZero();
        column.set(0, Vectors.random(new Random(1), 384));
        assertThat(column.bytes()).isLessThan(4000);
    }

    @Test
    void refusesWhatItCannotKeep() {
        VectorColumn column = new VectorColumn(2);
        column.set(3, new float[] {1, 0});
        assertThatIllegalArgumentException()
                .isThrownBy(() -> column.set(3, new float[] {1, 0}))
                .withMessageContaining("row 3 is below 4");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> column.set(4, new float[] {1, 0, 0}))
                .withMessageContaining("dimension 3, not 2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> column.set(4, new float[] {0, 0}))
                .withMessageContaining("length 0.0, not 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> column.set(4, new float[] {Float.NaN, 1}))
                .withMessageContaining("not 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> column.query(new float[] {3, 4}))
                .withMessageContaining("length 5.0");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () ->
                                column.scores(
                                        new VectorColumn(1).query(new float[] {1}),
                                        0,
                                        1,
                                        new float[1]))
                .withMessageContaining("query has dimension 1, the column 2");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> column.scores(column.query(new float[] {1, 0}), 0, 2, new float[1]))
                .withMessageContaining("rows [0, 2) do not fit into 1");
        assertThatIllegalArgumentException().isThrownBy(() -> new VectorColumn(0));
        assertThat(column.has(4)).isFalse();
    }

    /** How far the direction of the codes may be from the vector's: twice the rounding, at most. */
    private static double quantisationError(float[] vector) {
        float largest = 0;
        for (float component : vector) {
            largest = Math.max(largest, Math.abs(component));
        }
        double step = largest / Int8Codes.LARGEST;
        return 2 * (step / 2) * Math.sqrt(vector.length) + 1e-5;
    }
}
