package dev.alluvium.bench.system;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.json.Json;
import java.util.Arrays;
import java.util.Locale;

/** Durations, gathered by one thread, and what share of them stays below what. */
public final class Percentiles {

    private double[] millis = new double[256];
    private int count;

    public void add(double duration) {
        if (count == millis.length) {
            millis = Arrays.copyOf(millis, 2 * count);
        }
        millis[count++] = duration;
    }

    public void addAll(Percentiles others) {
        for (int i = 0; i < others.count; i++) {
            add(others.millis[i]);
        }
    }

    public double at(double share) {
        double[] sorted = Arrays.copyOf(millis, count);
        Arrays.sort(sorted);
        return count == 0 ? 0 : sorted[Math.min(count - 1, (int) (share * count))];
    }

    /** In milliseconds. */
    public ObjectNode toJson() {
        return Json.object()
                .put("p50_ms", rounded(at(0.50)))
                .put("p95_ms", rounded(at(0.95)))
                .put("p99_ms", rounded(at(0.99)))
                .put("n", count);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT, "p50 %.1f p95 %.1f p99 %.1f ms", at(0.50), at(0.95), at(0.99));
    }

    public static double rounded(double value) {
        return Math.round(value * 1_000) / 1_000.0;
    }

    public static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
