package dev.alluvium.operators.decide;

import dev.alluvium.operators.serving.LocalStateClient;
import dev.alluvium.operators.serving.StateRegistry;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.query.CountCategories;
import dev.alluvium.state.query.DrawTree;
import dev.alluvium.state.recall.RecordFilter;
import dev.alluvium.state.scope.Scope;
import dev.alluvium.state.scope.ScopeNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * What a memory holds already, for a model that files something new in it: the largest scopes and
 * categories of what is not private.
 *
 * @param scopes paths, the ones with most records first
 * @param categories likewise
 */
record Surroundings(List<String> scopes, List<String> categories) {

    static final Surroundings NONE = new Surroundings(List.of(), List.of());

    private static final Duration DEADLINE = Duration.ofSeconds(2);
    private static final int MAX_DEPTH = 6;
    private static final int MOST = 100;

    /**
     * Those of a memory that this process holds. A memory that cannot be read just now has none:
     * filing then begins anew, and is no reason to wait.
     */
    static Surroundings of(MemoryId memory, String registry) throws InterruptedException {
        LocalStateClient state = new LocalStateClient(StateRegistry.of(registry));
        RecordFilter seen = new RecordFilter(null, null, null, false, null, null);
        try {
            ScopeNode tree =
                    state.ask(memory, new DrawTree(seen, Scope.ROOT, MAX_DEPTH), null, DEADLINE)
                            .get(DEADLINE.toMillis(), TimeUnit.MILLISECONDS)
                            .value();
            Map<String, Long> categories =
                    state.ask(memory, new CountCategories(seen, Scope.ROOT), null, DEADLINE)
                            .get(DEADLINE.toMillis(), TimeUnit.MILLISECONDS)
                            .value();
            return new Surroundings(largest(tree), largest(categories));
        } catch (ExecutionException | TimeoutException | RuntimeException e) {
            return NONE;
        }
    }

    private static List<String> largest(ScopeNode tree) {
        List<ScopeNode> all = new ArrayList<>();
        collect(tree, all);
        return all.stream()
                .sorted(Comparator.comparingLong(ScopeNode::recordCount).reversed())
                .limit(MOST)
                .map(node -> node.path().path())
                .toList();
    }

    private static void collect(ScopeNode node, List<ScopeNode> all) {
        for (ScopeNode child : node.children()) {
            all.add(child);
            collect(child, all);
        }
    }

    private static List<String> largest(Map<String, Long> categories) {
        return categories.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(MOST)
                .map(Map.Entry::getKey)
                .toList();
    }
}
