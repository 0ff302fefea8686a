package dev.alluvium.bench.soak;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.bench.system.Percentiles;
import dev.alluvium.state.json.Json;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/** How long each kind of request took, window after window, and what failed. Any thread. */
final class Latencies {

    private final long start = System.nanoTime();
    private final Duration window;
    private final int windows;
    private final Map<Kind, Map<Integer, Percentiles>> taken = new EnumMap<>(Kind.class);
    private final Map<String, Long> errors = new TreeMap<>();
    private long count;
    private long failed;

    /**
     * @param windows how many there are; what comes after the last belongs to it
     */
    Latencies(Duration window, int windows) {
        this.window = window;
        this.windows = windows;
    }

    synchronized void add(Kind kind, double millis) {
        long passed = (System.nanoTime() - start) / window.toNanos();
        int number = (int) Math.min(windows - 1, passed);
        taken.computeIfAbsent(kind, k -> new TreeMap<>())
                .computeIfAbsent(number, n -> new Percentiles())
                .add(millis);
        count++;
    }

    synchronized void failed(Kind kind, String how) {
        errors.merge(kind.label() + " " + how, 1L, Long::sum);
        failed++;
    }

    synchronized long count() {
        return count;
    }

    synchronized long failures() {
        return failed;
    }

    synchronized ObjectNode errors() {
        ObjectNode json = Json.object();
        errors.forEach(json::put);
        return json;
    }

    synchronized ObjectNode toJson() {
        ObjectNode json = Json.object();
        taken.forEach(
                (kind, windows) -> {
                    ArrayNode array = json.putArray(kind.label());
                    windows.values().forEach(figures -> array.add(figures.toJson()));
                });
        return json;
    }
}
