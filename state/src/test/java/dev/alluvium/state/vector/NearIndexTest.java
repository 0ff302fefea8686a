package dev.alluvium.state.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearIndexTest {
    private static final int DIMENSION = 384;

    @ParameterizedTest(name = "{0} vectors, seed {1}")
    @CsvSource({"700,1", "3000,2", "20000,3"})
    void findsPlantedNearDuplicatesAmongIsotropicVectors(int count, long seed) {
        Random random = new Random(seed);
        List<float[]> vectors = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            vectors.add(Vectors.random(random, DIMENSION));
        }
        assertThat(shareFound(random, vectors, null)).isGreaterThanOrEqualTo(0.99);
    }

    @ParameterizedTest(name = "{0} vectors, seed {1}")
    @CsvSource({"3000,4", "20000,5"})
    void findsPlantedNearDuplicatesInANarrowConeOnceTheMeanIsKnown(int count, long seed) {
        Random random = new Random(seed);
        List<float[]> vectors = new NarrowCone(random, DIMENSION).vectors(count);
        float[] mean = NearIndex.meanOf(vectors.subList(0, NearIndex.SCANNED));
        assertThat(shareFound(random, vectors, mean)).isGreaterThanOrEqualTo(0.99);
    }

    private static double shareFound(Random random, List<float[]> vectors, float[] meanOrNull) {
        NearIndex index = new NearIndex(DIMENSION, meanOrNull);
        for (int i = 0; i < vectors.size(); i++) {
            index.add(i, vectors.get(i));
        }
        int planted = 500;
        int found = 0;
        for (int i = 0; i < planted; i++) {
            int original = random.nextInt(vectors.size());
            float[] near = nearAfterCentring(random, vectors.get(original), meanOrNull, 0.98);
            double cosine = Vectors.dot(near, vectors.get(original)) - 1e-5;
            found += contains(index.near(near, cosine, 8), original) ? 1 : 0;
        }
        return (double) found / planted;
    }

    @Test
    void answersAreOrderedByNearnessAndLimited() {
        Random random = new Random(6);
        NearIndex index = new NearIndex(DIMENSION, null);
        for (int i = 100; i < 3000; i++) {
            index.add(i, Vectors.random(random, DIMENSION));
        }
        float[] asked = Vectors.random(random, DIMENSION);
        index.add(1, Vectors.near(random, asked, 0.95));
        index.add(2, Vectors.near(random, asked, 0.999));
        index.add(3, asked);
        index.add(4, asked);
        assertThat(index.near(asked, 0.9, 8)).containsExactly(3, 4, 2, 1);
        assertThat(index.near(asked, 0.9, 3)).containsExactly(3, 4, 2);
        assertThat(index.near(Vectors.random(random, DIMENSION), 0.98, 8)).isEmpty();
    }

    @Property(tries = 12)
    void answersDependOnTheSetAloneNotOnItsHistory(@ForAll long seed) {
        Random random = new Random(seed);
        int dimension = 64;
        NearIndex lived = new NearIndex(dimension, null);
        Map<Long, float[]> live = new TreeMap<>();
        List<float[]> centres = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            centres.add(Vectors.random(random, dimension));
        }
        int peak = NearIndex.SCANNED + random.nextInt(1200);
        while (live.size() < peak) {
            long ordinal = random.nextInt(10_000);
            if (live.containsKey(ordinal)) {
                live.remove(ordinal);
                lived.remove(ordinal);
            } else {
                float[] vector = Vectors.near(random, centres.get(random.nextInt(40)), 0.97);
                live.put(ordinal, vector);
                lived.add(ordinal, vector);
            }
        }
        int left = random.nextInt(peak);
        List<Long> ordinals = new ArrayList<>(live.keySet());
        Collections.shuffle(ordinals, random);
        for (long ordinal : ordinals.subList(0, left)) {
            live.remove(ordinal);
            lived.remove(ordinal);
        }
        ordinals.retainAll(live.keySet());
        NearIndex built = new NearIndex(dimension, null);
        for (long ordinal : ordinals) {
            built.add(ordinal, live.get(ordinal));
        }
        assertThat(lived.size()).isEqualTo(built.size());
        for (int i = 0; i < 100; i++) {
            float[] asked = Vectors.near(random, centres.get(random.nextInt(40)), 0.97);
            assertThat(lived.near(asked, 0.95, 10)).containsExactly(built.near(asked, 0.95, 10));
        }
    }

    @ParameterizedTest(name = "among {0} vectors")
    @CsvSource({"10", "3000"})
    void whatIsRemovedIsNotFoundAndItsOrdinalIsFree(int count) {
        Random random = new Random(7);
        NearIndex index = new NearIndex(DIMENSION, null);
        float[][] vectors = new float[count][];
        for (int i = 0; i < count; i++) {
            vectors[i] = Vectors.random(random, DIMENSION);
            index.add(i, vectors[i]);
        }
        for (int i = 0; i < count; i += 2) {
            index.remove(i);
            index.remove(i);
        }
        assertThat(index.size()).isEqualTo(count / 2);
        for (int i = 0; i < count; i++) {
            long[] near = index.near(vectors[i], 0.98, 4);
            if (i % 2 == 0) {
                assertThat(near).isEmpty();
            } else {
                assertThat(near).containsExactly(i);
            }
        }
        index.add(0, vectors[2]);
        assertThat(index.near(vectors[2], 0.98, 4)).containsExactly(0);
    }

    @Test
    void aCrowdOfNearlyEqualVectorsCostsLittleMoreAndHidesNoEqualOne() {
        Random random = new Random(8);
        int count = 10_000;
        float[] template = Vectors.random(random, DIMENSION);
        NearIndex crowd = new NearIndex(DIMENSION, null);
        NearIndex spread = new NearIndex(DIMENSION, null);
        float[][] vectors = new float[count][];
        for (int i = 0; i < count; i++) {
            // Pairs of these are about 0.97 apart.
            vectors[i] = Vectors.near(random, template, Math.sqrt(0.97));
            crowd.add(i, vectors[i]);
            spread.add(i, Vectors.random(random, DIMENSION));
        }
        for (int i = 0; i < count; i += 10) {
            assertThat(crowd.near(vectors[i], 0.98, 8)).startsWith(i);
        }
        searchTime(spread, vectors);
        searchTime(crowd, vectors);
        // Reading the crowd would cost a hundred times more.
        assertThat(searchTime(crowd, vectors)).isLessThan(20 * searchTime(spread, vectors));
    }

    private static long searchTime(NearIndex index, float[][] vectors) {
        long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        for (int i = 0; i < 2000; i++) {
            index.near(vectors[i], 0.98, 8);
        }
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before;
    }

    @Test
    void wantsAMeanOnceTheMemoryIsLargeEnough() {
        Random random = new Random(9);
        NearIndex index = new NearIndex(8, null);
        for (int i = 0; i < NearIndex.SCANNED; i++) {
            assertThat(index.wantsMean()).isFalse();
            index.add(i, Vectors.random(random, 8));
        }
        assertThat(index.wantsMean()).isTrue();
        NearIndex centred = new NearIndex(8, new float[8]);
        for (int i = 0; i <= NearIndex.SCANNED; i++) {
            centred.add(i, Vectors.random(random, 8));
        }
        assertThat(centred.wantsMean()).isFalse();
    }

    @Test
    void theMeanIsThatOfEachComponent() {
        assertThat(NearIndex.meanOf(List.of(new float[] {1, 0}, new float[] {0, -1})))
                .containsExactly(0.5f, -0.5f);
        assertThatIllegalArgumentException().isThrownBy(() -> NearIndex.meanOf(List.of()));
    }

    @Test
    void aSmallIndexCostsAFewHundredBytes() {
        NearIndex index = new NearIndex(DIMENSION, null);
        assertThat(index.bytes()).isZero();
        index.add(1, Vectors.random(new Random(1), DIMENSION));
        assertThat(index.bytes()).isLessThan(300);
    }

    @Test
    void aSketchIsStoredAndAddedAsTheVectorIs() {
        Random random = new Random(10);
        NearIndex index = new NearIndex(DIMENSION, null);
        float[] vector = Vectors.random(random, DIMENSION);
        Sketch stored = Sketch.of(index.sketch(vector).words());
        assertThat(stored).isEqualTo(index.sketch(vector)).hasSameHashCodeAs(index.sketch(vector));
        index.add(5, stored);
        assertThat(index.near(vector, 0.98, 1)).containsExactly(5);
        assertThatIllegalArgumentException().isThrownBy(() -> Sketch.of(new long[5]));
    }

    @Test
    void sketchesStayWhatStoredOnesAre() {
        float[] vector = new float[DIMENSION];
        for (int i = 0; i < DIMENSION; i++) {
            vector[i] = (i * 37 % 101 - 50) / 100f;
        }
        Sketch sketch = new NearIndex(DIMENSION, null).sketch(Vectors.unit(vector));
        assertThat(sketch)
                .hasToString(
                        "Sketch[de0d44f6edeb7ff5753a8310200ac3055895fffe78a97b1fa5691cf241e8741d"
                                + "1f05bdd43e29ad638dbc899adf4078a2]");
    }

    @Test
    void refusesWhatItCannotKeep() {
        NearIndex index = new NearIndex(2, null);
        index.add(1, new float[] {1, 0});
        assertThatIllegalArgumentException()
                .isThrownBy(() -> index.add(1, new float[] {0, 1}))
                .withMessageContaining("ordinal 1 has a vector already");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> index.add(2, new float[] {1}))
                .withMessageContaining("dimension 1, not 2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> index.near(new float[] {1, 0}, 1.5, 1))
                .withMessageContaining("cosine 1.5 is not in [0, 1]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> index.near(new float[] {1, 0}, 0.9, 0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new NearIndex(2, new float[3]))
                .withMessageContaining("mean has dimension 3, not 2");
        assertThatIllegalArgumentException().isThrownBy(() -> new NearIndex(0, null));
    }

    private static boolean contains(long[] ordinals, long ordinal) {
        return Arrays.stream(ordinals).anyMatch(each -> each == ordinal);
    }

    private static float[] nearAfterCentring(
            Random random, float[] vector, float[] meanOrNull, double cosine) {
        if (meanOrNull == null) {
            return Vectors.near(random, vector, cosine);
        }
        float[] centred = vector.clone();
        for (int i = 0; i < centred.length; i++) {
            centred[i] -= meanOrNull[i];
        }
        double norm = Math.sqrt(Vectors.dot(centred, centred));
        float[] near = Vectors.near(random, Vectors.unit(centred), cosine);
        for (int i = 0; i < near.length; i++) {
            near[i] = (float) (near[i] * norm + meanOrNull[i]);
        }
        return Vectors.unit(near);
    }
}
