package dev.alluvium.state.vector;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Vectors as embedding models give them: a common direction that makes unrelated ones look alike
 * (cosines of about 0.75), topics, and a few directions that carry most of the rest.
 */
final class NarrowCone {
    private static final double COMMON = 0.87;
    private static final double TOPIC = 0.6;

    private final Random random;
    private final int dimension;
    private final float[] common;
    private final List<float[]> topics = new ArrayList<>();

    NarrowCone(Random random, int dimension) {
        this.random = random;
        this.dimension = dimension;
        float[] direction = Vectors.random(random, dimension);
        direction[dimension / 3] = 1;
        this.common = Vectors.unit(direction);
        for (int i = 0; i < 50; i++) {
            topics.add(decaying());
        }
    }

    List<float[]> vectors(int count) {
        List<float[]> vectors = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            float[] topic = topics.get(random.nextInt(topics.size()));
            float[] text = mix(topic, TOPIC, decaying());
            vectors.add(mix(common, COMMON, text));
        }
        return vectors;
    }

    private float[] decaying() {
        float[] vector = new float[dimension];
        for (int i = 0; i < dimension; i++) {
            vector[i] = (float) (random.nextGaussian() / Math.sqrt(i + 1));
        }
        return Vectors.unit(vector);
    }

    private static float[] mix(float[] one, double share, float[] other) {
        float[] mixed = new float[one.length];
        double rest = Math.sqrt(1 - share * share);
        for (int i = 0; i < mixed.length; i++) {
            mixed[i] = (float) (share * one[i] + rest * other[i]);
        }
        return Vectors.unit(mixed);
    }
}
