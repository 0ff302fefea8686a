package dev.alluvium.bench.retrieval;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Collects the quality of each question, and answers the means that are reported. */
final class Tally {

    private final Map<Integer, List<Quality>> byCategory = new TreeMap<>();

    void add(int category, Quality quality) {
        byCategory.computeIfAbsent(category, c -> new ArrayList<>()).add(quality);
    }

    int questions() {
        return byCategory.values().stream().mapToInt(List::size).sum();
    }

    /**
     * The mean of the categories' means, so that a small category counts as much as a large one.
     */
    Quality macro() {
        return Quality.mean(List.copyOf(categories().values()));
    }

    /** The mean over all questions. */
    Quality overall() {
        return Quality.mean(byCategory.values().stream().flatMap(List::stream).toList());
    }

    Map<Integer, Quality> categories() {
        Map<Integer, Quality> means = new TreeMap<>();
        byCategory.forEach((category, all) -> means.put(category, Quality.mean(all)));
        return means;
    }
}
