package dev.alluvium.state.vector;

import java.util.Random;

/** Unit vectors for tests, from seeds that the tests name. */
final class Vectors {
    private Vectors() {}

    /** A direction drawn evenly from the sphere. */
    static float[] random(Random random, int dimension) {
        float[] vector = new float[dimension];
        for (int i = 0; i < dimension; i++) {
            vector[i] = (float) random.nextGaussian();
        }
        return unit(vector);
    }

    /** Every component as large as the largest, so that sums of codes reach their extremes. */
    static float[] extreme(Random random, int dimension) {
        float[] vector = new float[dimension];
        float sign = random.nextBoolean() ? 1 : -1;
        for (int i = 0; i < dimension; i++) {
            vector[i] = random.nextInt(20) == 0 ? -sign : sign;
        }
        return unit(vector);
    }

    /** A unit vector whose cosine to {@code unit} is {@code cosine}, in a random direction. */
    static float[] near(Random random, float[] unit, double cosine) {
        float[] away = random(random, unit.length);
        double along = dot(unit, away);
        for (int i = 0; i < unit.length; i++) {
            away[i] -= (float) (along * unit[i]);
        }
        unit(away);
        float[] vector = new float[unit.length];
        double sine = Math.sqrt(1 - cosine * cosine);
        for (int i = 0; i < unit.length; i++) {
            vector[i] = (float) (cosine * unit[i] + sine * away[i]);
        }
        return unit(vector);
    }

    static double dot(float[] one, float[] other) {
        double sum = 0;
        for (int i = 0; i < one.length; i++) {
            sum += (double) one[i] * other[i];
        }
        return sum;
    }

    /** Divides {@code vector} by its length, in place. */
    static float[] unit(float[] vector) {
        double norm = Math.sqrt(dot(vector, vector));
        for (int i = 0; i < vector.length; i++) {
            vector[i] /= (float) norm;
        }
        return vector;
    }
}
