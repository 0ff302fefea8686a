package dev.alluvium.bench.graph;

import java.util.Arrays;
import java.util.Random;

/**
 * Draws ranks as words and favourites are drawn: the first most often, the n-th a n-th as often.
 */
final class Zipf {

    private final double[] cumulated;

    Zipf(int ranks) {
        cumulated = new double[ranks];
        double sum = 0;
        for (int rank = 0; rank < ranks; rank++) {
            sum += 1.0 / (rank + 1);
            cumulated[rank] = sum;
        }
    }

    /** A rank among all. */
    int next(Random random) {
        return next(random, cumulated.length);
    }

    /** A rank among the first {@code ranks}. */
    int next(Random random, int ranks) {
        double at = random.nextDouble() * cumulated[ranks - 1];
        int found = Arrays.binarySearch(cumulated, 0, ranks, at);
        return Math.min(ranks - 1, found >= 0 ? found : -found - 1);
    }
}
