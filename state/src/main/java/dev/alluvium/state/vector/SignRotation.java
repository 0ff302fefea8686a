package dev.alluvium.state.vector;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The fixed rotation whose signs make a {@link Sketch}: random signs and a Walsh-Hadamard
 * transform, twice, which mixes like a random matrix at n·log n instead of n² (Ailon and Chazelle,
 * "The fast Johnson-Lindenstrauss transform", 2009).
 *
 * <p>The seed is part of what is stored (sketches are), so it never changes. Immutable and shared
 * by all indexes of a dimension.
 */
final class SignRotation {
    private static final long SEED = 0x5EED_A11_0F_51L;
    private static final Map<Integer, SignRotation> BY_SIZE = new ConcurrentHashMap<>();

    private final float[] first;
    private final float[] second;

    private SignRotation(int size) {
        SplittableRandom random = new SplittableRandom(SEED);
        first = signs(random, size);
        second = signs(random, size);
    }

    /** The rotation for vectors of {@code dimension}, which it pads with zeros. */
    static SignRotation of(int dimension) {
        int enough = Math.max(dimension, Sketch.BITS);
        int size = Integer.highestOneBit(2 * enough - 1);
        return BY_SIZE.computeIfAbsent(size, SignRotation::new);
    }

    /** The signs of {@code vector} minus {@code meanOrNull}. */
    Sketch sketch(float[] vector, float[] meanOrNull) {
        float[] mixed = new float[first.length];
        for (int i = 0; i < vector.length; i++) {
            mixed[i] = vector[i];
        }
        if (meanOrNull != null) {
            for (int i = 0; i < meanOrNull.length; i++) {
                mixed[i] -= meanOrNull[i];
            }
        }
        multiply(mixed, first);
        transform(mixed);
        multiply(mixed, second);
        transform(mixed);
        long[] words = new long[Sketch.WORDS];
        for (int word = 0; word < Sketch.WORDS; word++) {
            long bits = 0;
            for (int i = 0; i < Long.SIZE; i++) {
                bits = bits << 1 | (Float.floatToRawIntBits(mixed[word * Long.SIZE + i]) >>> 31);
            }
            words[word] = bits;
        }
        return Sketch.wrap(words);
    }

    private static float[] signs(SplittableRandom random, int size) {
        float[] signs = new float[size];
        for (int i = 0; i < size; i++) {
            signs[i] = random.nextBoolean() ? 1 : -1;
        }
        return signs;
    }

    private static void multiply(float[] values, float[] signs) {
        for (int i = 0; i < values.length; i++) {
            values[i] *= signs[i];
        }
    }

    /**
     * Walsh-Hadamard without its factor, which changes no sign. Eight neighbours, then four runs at
     * a time, stay in registers: a third of the time of one pass per doubling.
     */
    private static void transform(float[] values) {
        for (int i = 0; i < values.length; i += 8) {
            transformEight(values, i);
        }
        int run = 8;
        for (; 4 * run <= values.length; run *= 4) {
            for (int start = 0; start < values.length; start += 4 * run) {
                for (int i = start; i < start + run; i++) {
                    float a = values[i] + values[i + run];
                    float b = values[i] - values[i + run];
                    float c = values[i + 2 * run] + values[i + 3 * run];
                    float d = values[i + 2 * run] - values[i + 3 * run];
                    values[i] = a + c;
                    values[i + run] = b + d;
                    values[i + 2 * run] = a - c;
                    values[i + 3 * run] = b - d;
                }
            }
        }
        if (run < values.length) {
            for (int i = 0; i < run; i++) {
                float sum = values[i] + values[i + run];
                values[i + run] = values[i] - values[i + run];
                values[i] = sum;
            }
        }
    }

    private static void transformEight(float[] values, int at) {
        float a = values[at] + values[at + 1];
        float b = values[at] - values[at + 1];
        float c = values[at + 2] + values[at + 3];
        float d = values[at + 2] - values[at + 3];
        float e = values[at + 4] + values[at + 5];
        float f = values[at + 4] - values[at + 5];
        float g = values[at + 6] + values[at + 7];
        float h = values[at + 6] - values[at + 7];
        float ac = a + c;
        float bd = b + d;
        float eg = e + g;
        float fh = f + h;
        float acMinus = a - c;
        float bdMinus = b - d;
        float egMinus = e - g;
        float fhMinus = f - h;
        values[at] = ac + eg;
        values[at + 1] = bd + fh;
        values[at + 2] = acMinus + egMinus;
        values[at + 3] = bdMinus + fhMinus;
        values[at + 4] = ac - eg;
        values[at + 5] = bd - fh;
        values[at + 6] = acMinus - egMinus;
        values[at + 7] = bdMinus - fhMinus;
    }
}
