package dev.alluvium.state.query;

import dev.alluvium.state.recall.RecordFilter;
import dev.alluvium.state.scope.Scope;
import dev.alluvium.state.view.MemoryView;
import java.util.Map;
import java.util.TreeMap;

/** Counts the records of each category in a branch. */
public record CountCategories(RecordFilter filter, Scope path)
        implements ViewQuery<Map<String, Long>> {

    @Override
    public Map<String, Long> on(MemoryView view) {
        return view.records().categories(filter, path);
    }

    @Override
    public Map<String, Long> merge(Map<String, Long> one, Map<String, Long> other) {
        return sum(one, other);
    }

    private static Map<String, Long> sum(Map<String, Long> one, Map<String, Long> other) {
        Map<String, Long> sum = new TreeMap<>(one);
        other.forEach((category, count) -> sum.merge(category, count, Long::sum));
        return sum;
    }
}
