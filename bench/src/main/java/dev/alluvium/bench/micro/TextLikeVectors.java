package dev.alluvium.bench.micro;

import java.util.Random;

/**
 * Unit vectors spread as embedding models spread texts: around one common direction, in topics,
 * most of the rest in a few directions. From a seed, so that figures compare.
 */
public final class TextLikeVectors {
    public static final int DIMENSION = 384;

    private static final int TOPICS = 50;
    private static final double COMMON = 0.87;
    private static final double TOPIC = 0.6;

    private final Random random;
    private final float[] common;
    private final float[][] topics = new float[TOPICS][];

    public TextLikeVectors(long seed) {
        random = new Random(seed);
        common = even();
        for (int i = 0; i < TOPICS; i++) {
            topics[i] = decaying();
        }
    }

    public float[] next() {
        float[] text = mix(topics[random.nextInt(TOPICS)], TOPIC, decaying());
        return mix(common, COMMON, text);
    }

    int nextIndex(int bound) {
        return random.nextInt(bound);
    }

    /**
     * A vector whose cosine to {@code vector}, both with {@code mean} subtracted, is about this.
     */
    public float[] near(float[] vector, float[] mean, double cosine) {
        float[] centred = new float[DIMENSION];
        for (int i = 0; i < DIMENSION; i++) {
            centred[i] = vector[i] - mean[i];
        }
        double norm = Math.sqrt(dot(centred, centred));
        float[] near = mix(unit(centred), cosine, awayFrom(centred));
        for (int i = 0; i < DIMENSION; i++) {
            near[i] = (float) (near[i] * norm + mean[i]);
        }
        return unit(near);
    }

    private float[] awayFrom(float[] unit) {
        float[] away = even();
        double along = dot(away, unit);
        for (int i = 0; i < DIMENSION; i++) {
            away[i] -= (float) (along * unit[i]);
        }
        return unit(away);
    }

    private float[] even() {
        float[] vector = new float[DIMENSION];
        for (int i = 0; i < DIMENSION; i++) {
            vector[i] = (float) random.nextGaussian();
        }
        return unit(vector);
    }

    private float[] decaying() {
        float[] vector = even();
        for (int i = 0; i < DIMENSION; i++) {
            vector[i] /= (float) Math.sqrt(i + 1);
        }
        return unit(vector);
    }

    private static float[] mix(float[] one, double share, float[] other) {
        float[] mixed = new float[DIMENSION];
        double rest = Math.sqrt(1 - share * share);
        for (int i = 0; i < DIMENSION; i++) {
            mixed[i] = (float) (share * one[i] + rest * other[i]);
        }
        return unit(mixed);
    }

    private static float[] unit(float[] vector) {
        double norm = Math.sqrt(dot(vector, vector));
        for (int i = 0; i < DIMENSION; i++) {
            vector[i] /= (float) norm;
        }
        return vector;
    }

    private static double dot(float[] one, float[] other) {
        double sum = 0;
        for (int i = 0; i < DIMENSION; i++) {
            sum += (double) one[i] * other[i];
        }
        return sum;
    }
}
