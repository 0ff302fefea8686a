package dev.alluvium.bench.soak;

import static dev.alluvium.bench.system.Percentiles.rounded;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.bench.cluster.ClusterProcess;
import dev.alluvium.bench.cluster.RemoteHeap;
import dev.alluvium.bench.cluster.Vitals;
import dev.alluvium.bench.soak.Invariants.Rule;
import dev.alluvium.state.json.Json;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** One process, sampled: what it uses, and whether that stays. For one thread. */
final class Watched implements AutoCloseable {

    private static final double MIB = 1 << 20;

    private final ClusterProcess process;
    private final RemoteHeap heap;
    private final Map<Figure, Trend> trends = new LinkedHashMap<>();
    private final long coreMillisBefore;

    /**
     * What is sampled, and by how much it may grow over the second half: a share of what it is, or
     * an amount that it moves by anyway.
     */
    private enum Figure {
        /** What a full collection leaves moves with the requests that are under way. */
        LIVE_HEAP_MIB(0.05, 8),
        /** Outside the heap: compilers and the allocator hold on to what they free. */
        OUTSIDE_HEAP_MIB(0.05, 24),
        /** Files of the log and of the state come and go. */
        OPEN_FILES(0.05, 16),
        /** Pools grow and shrink with what is under way. */
        THREADS(0.05, 8),
        /** Of which the heap's part follows the collector's wishes. */
        ANONYMOUS_MIB(Double.MAX_VALUE, 0),
        RESIDENT_MIB(Double.MAX_VALUE, 0),
        /** Its growth is what the second half took. */
        CORE_S(Double.MAX_VALUE, 0);

        private final double share;
        private final double amount;

        Figure(double share, double amount) {
            this.share = share;
            this.amount = amount;
        }

        double tolerance(double mean) {
            return Math.max(share * mean, amount);
        }
    }

    Watched(ClusterProcess process) throws IOException {
        this.process = process;
        heap = RemoteHeap.of(process.pid());
        for (Figure figure : Figure.values()) {
            trends.put(figure, new Trend());
        }
        coreMillisBefore = Vitals.of(process.pid()).coreMillis();
    }

    /**
     * @param seconds since the load began
     * @param collecting whether the heap is looked at too, which stops the process for a moment
     */
    void sample(double seconds, boolean collecting) throws IOException {
        if (collecting) {
            trends.get(Figure.LIVE_HEAP_MIB).add(seconds, heap.liveBytes() / MIB);
        }
        trends.get(Figure.OUTSIDE_HEAP_MIB)
                .add(seconds, heap.range().anonymousKibOutside(process.pid()) / 1024.0);
        Vitals vitals = Vitals.of(process.pid());
        trends.get(Figure.CORE_S).add(seconds, (vitals.coreMillis() - coreMillisBefore) / 1e3);
        trends.get(Figure.ANONYMOUS_MIB).add(seconds, vitals.anonymousKib() / 1024.0);
        trends.get(Figure.RESIDENT_MIB).add(seconds, vitals.residentKib() / 1024.0);
        trends.get(Figure.OPEN_FILES).add(seconds, vitals.openFiles());
        trends.get(Figure.THREADS).add(seconds, vitals.threads());
    }

    String inShort() {
        return "%s %.0f+%.0f"
                .formatted(
                        process.name(),
                        trends.get(Figure.LIVE_HEAP_MIB).last(),
                        trends.get(Figure.OUTSIDE_HEAP_MIB).last());
    }

    /**
     * @param half when the second half began, in seconds since the load did
     * @param judging whether the load was long enough to say that something grows
     */
    ObjectNode verdict(double half, boolean judging, Invariants invariants) {
        ObjectNode json = Json.object();
        trends.forEach(
                (figure, trend) -> {
                    Trend second = trend.from(half);
                    double tolerance = figure.tolerance(second.mean());
                    ObjectNode one =
                            json.putObject(figure.name().toLowerCase(Locale.ROOT))
                                    .put("mean", rounded(second.mean()))
                                    .put("most", rounded(trend.most()))
                                    .put("last", rounded(trend.last()))
                                    .put("growth", rounded(second.growth()));
                    if (figure.amount > 0) {
                        one.put("tolerated", rounded(tolerance));
                    }
                    if (judging && figure.amount > 0) {
                        invariants.check(
                                Rule.PROCESSES_STAY_FLAT,
                                second.growth() <= tolerance,
                                "%s of %s grew by %.1f over the second half, %.1f is tolerated",
                                figure,
                                process.name(),
                                second.growth(),
                                tolerance);
                    }
                });
        json.put("heap_max_mib", rounded(heap.maxBytes() / MIB));
        return json;
    }

    @Override
    public void close() throws IOException {
        heap.close();
    }
}
