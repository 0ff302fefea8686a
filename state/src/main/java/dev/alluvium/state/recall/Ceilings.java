package dev.alluvium.state.recall;

import dev.alluvium.state.vector.CosineCalibration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Upper bounds of similarity and recency by table, since computing both exactly for each of a
 * memory's rows would cost as much as reading all its vectors; only rows whose bound could reach
 * the best are computed.
 */
final class Ceilings {

    private static final int PER_UNIT = 2048;
    private static final int PER_HALF_LIFE = 64;
    private static final int HALF_LIVES = 64;
    private static final double[] RECENCY = new double[PER_HALF_LIFE * HALF_LIVES];

    static {
        for (int i = 0; i < RECENCY.length; i++) {
            RECENCY[i] = Math.pow(0.5, (double) i / PER_HALF_LIFE);
        }
    }

    /** A process has few calibrations, one for each model, and many memories. */
    private static final Map<CosineCalibration, Ceilings> KNOWN = new ConcurrentHashMap<>();

    private final double[] similarity = new double[2 * PER_UNIT + 2];

    static Ceilings of(CosineCalibration calibration) {
        return KNOWN.computeIfAbsent(calibration, Ceilings::new);
    }

    private Ceilings(CosineCalibration calibration) {
        for (int i = 0; i < similarity.length; i++) {
            double cosine = Math.min(1, (double) i / PER_UNIT - 1);
            similarity[i] = CosineCalibration.similarity(calibration.apply(cosine));
        }
    }

    /** At least the similarity of a raw cosine; NaN of NaN. */
    double similarity(float cosine) {
        return Float.isNaN(cosine) ? Double.NaN : similarity[(int) ((cosine + 1.0) * PER_UNIT) + 1];
    }

    /** At least the recency after so many half-lives. */
    static double recency(double halfLives) {
        return RECENCY[(int) Math.min(RECENCY.length - 1, halfLives * PER_HALF_LIFE)];
    }
}
