package dev.alluvium.state.vector;

import java.util.List;

/**
 * Gives cosines one meaning whatever the embedding model: a monotone, piecewise-linear map from the
 * cosine a model yields to the calibrated cosine that thresholds such as 0.85 and 0.98 speak of.
 *
 * <p>Models differ in the cosine that unrelated texts get (some put them near 0, some near 0.8).
 * After calibration unrelated texts lie near 0 to 0.2, related but distinct ones below 0.85,
 * paraphrases around 0.85 and above, near-identical ones at 0.98 and above, and equal vectors at 1.
 * The map is strictly increasing, so it never changes an order: search may run on raw cosines and
 * calibrate what it returns, or turn a threshold into a raw one with {@link #inverse} once.
 *
 * @param version names the model and the revision of its constants, so that a change of them shows
 * @param knots the corners of the map, from raw cosine -1 to raw cosine 1, strictly increasing in
 *     both
 */
public record CosineCalibration(String version, List<Knot> knots) {

    /** One corner of the map: a raw cosine and the calibrated cosine it stands for. */
    public record Knot(double raw, double calibrated) {
        public Knot {
            requireCosine("raw", raw);
            requireCosine("calibrated", calibrated);
        }

        private static void requireCosine(String name, double value) {
            if (!(value >= -1 && value <= 1)) {
                throw new IllegalArgumentException(
                        name + " cosine " + value + " of a knot is not in [-1, 1]");
            }
        }
    }

    private static final CosineCalibration IDENTITY =
            new CosineCalibration("identity", List.of(new Knot(-1, -1), new Knot(1, 1)));

    public CosineCalibration {
        if (version.isBlank()) {
            throw new IllegalArgumentException(
                    "calibration version is blank: name the model and the revision, as in \"model/1\"");
        }
        knots = List.copyOf(knots);
        if (knots.size() < 2
                || !knots.get(0).equals(new Knot(-1, -1))
                || !knots.get(knots.size() - 1).equals(new Knot(1, 1))) {
            throw new IllegalArgumentException(
                    "calibration "
                            + version
                            + " has knots "
                            + knots
                            + ": the first must be (-1, -1) and the last (1, 1)");
        }
        for (int i = 1; i < knots.size(); i++) {
            Knot below = knots.get(i - 1);
            Knot above = knots.get(i);
            if (!(below.raw < above.raw && below.calibrated < above.calibrated)) {
                throw new IllegalArgumentException(
                        "calibration "
                                + version
                                + " does not increase from "
                                + below
                                + " to "
                                + above
                                + ": knots must be strictly increasing in both cosines");
            }
        }
    }

    /** The map that leaves every cosine as it is, for vectors whose model is not known. */
    public static CosineCalibration identity() {
        return IDENTITY;
    }

    /**
     * The calibrated cosine of a raw one. What rounding carried past -1 or 1 counts as -1 or 1.
     *
     * @throws IllegalArgumentException if the cosine is not a number
     */
    public double apply(double rawCosine) {
        double x = clamp(rawCosine);
        int i = 1;
        while (x > knots.get(i).raw) {
            i++;
        }
        Knot below = knots.get(i - 1);
        Knot above = knots.get(i);
        return interpolate(x, below.raw, above.raw, below.calibrated, above.calibrated);
    }

    /** The raw cosine that {@link #apply} takes to the given calibrated one. */
    public double inverse(double calibrated) {
        double x = clamp(calibrated);
        int i = 1;
        while (x > knots.get(i).calibrated) {
            i++;
        }
        Knot below = knots.get(i - 1);
        Knot above = knots.get(i);
        return interpolate(x, below.calibrated, above.calibrated, below.raw, above.raw);
    }

    /**
     * Similarity in (0, 1] of two unit vectors with this cosine: {@code 1 / (1 + d)}, where {@code
     * d = 2 - 2 cos} is their squared Euclidean distance. So 1 gives 1, 0.98 gives 0.962, 0.5 gives
     * 0.5, 0 gives 0.333.
     */
    public static double similarity(double cosine) {
        return 1 / (1 + (2 - 2 * clamp(cosine)));
    }

    private static double clamp(double cosine) {
        if (Double.isNaN(cosine)) {
            throw new IllegalArgumentException(
                    "cosine NaN is not a number: vectors must be finite and of unit norm");
        }
        return Math.max(-1, Math.min(1, cosine));
    }

    private static double interpolate(double x, double x0, double x1, double y0, double y1) {
        // Weighing both ends gives y0 and y1 exactly at the knots, which y0 + t * (y1 - y0) does
        // not.
        double t = (x - x0) / (x1 - x0);
        return (1 - t) * y0 + t * y1;
    }
}
