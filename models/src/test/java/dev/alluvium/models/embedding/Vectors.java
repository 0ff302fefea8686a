package dev.alluvium.models.embedding;

/** The arithmetic of vectors that tests compare with. */
final class Vectors {

    private Vectors() {}

    static double cosine(float[] a, float[] b) {
        return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
    }

    static double norm(float[] a) {
        return Math.sqrt(dot(a, a));
    }

    private static double dot(float[] a, float[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += (double) a[i] * b[i];
        }
        return sum;
    }
}
