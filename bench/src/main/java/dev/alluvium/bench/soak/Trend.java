package dev.alluvium.bench.soak;

import java.util.ArrayList;
import java.util.List;

/** A figure over time, and by how much it grows according to the straight line closest to it. */
final class Trend {

    private final List<double[]> samples = new ArrayList<>();

    void add(double seconds, double value) {
        samples.add(new double[] {seconds, value});
    }

    double last() {
        return samples.isEmpty() ? 0 : samples.get(samples.size() - 1)[1];
    }

    double most() {
        return samples.stream().mapToDouble(sample -> sample[1]).max().orElse(0);
    }

    /** The part that begins at {@code seconds}. */
    Trend from(double seconds) {
        Trend part = new Trend();
        samples.stream().filter(s -> s[0] >= seconds).forEach(s -> part.add(s[0], s[1]));
        return part;
    }

    double mean() {
        return samples.stream().mapToDouble(sample -> sample[1]).average().orElse(0);
    }

    /** By how much it grows from the first sample to the last; 0 of fewer than three. */
    double growth() {
        if (samples.size() < 3) {
            return 0;
        }
        double middle = samples.stream().mapToDouble(sample -> sample[0]).average().orElseThrow();
        double mean = mean();
        double along = 0;
        double squares = 0;
        for (double[] sample : samples) {
            along += (sample[0] - middle) * (sample[1] - mean);
            squares += (sample[0] - middle) * (sample[0] - middle);
        }
        double length = samples.get(samples.size() - 1)[0] - samples.get(0)[0];
        return squares == 0 ? 0 : along / squares * length;
    }
}
