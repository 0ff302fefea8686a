package dev.alluvium.operators.decide;

import dev.alluvium.operators.serving.LocalStateClient;
import dev.alluvium.operators.serving.StateRegistry;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.graph.read.When;
import dev.alluvium.state.query.CountCategories;
import dev.alluvium.state.query.DrawTree;
import dev.alluvium.state.query.Query;
import dev.alluvium.state.query.SearchGraph;
import dev.alluvium.state.recall.RecordFilter;
import dev.alluvium.state.scope.Scope;
import dev.alluvium.state.scope.ScopeNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * What a memory holds already, for a model that files something new in it: the largest scopes and
 * categories of what is not private, and for one that finds facts the names in the graph.
 *
 * @param scopes paths, the ones with most records first
 * @param categories likewise
 * @param entities names of the most recent ones; none where no facts are wanted
 */
record Surroundings(List<String> scopes, List<String> categories, List<String> entities) {

    static final Surroundings NONE = new Surroundings(List.of(), List.of(), List.of());

    private static final Duration DEADLINE = Duration.ofSeconds(2);
    private static final int MAX_DEPTH = 6;
    private static final int MOST = 100;

    /**
     * Those of a memory that this process holds. A memory that cannot be read just now has none:
     * filing then begins anew, and is no reason to wait.
     */
    static Surroundings of(MemoryId memory, boolean facts, String registry)
            throws InterruptedException {
        LocalStateClient state = new LocalStateClient(StateRegistry.of(registry));
        RecordFilter seen = new RecordFilter(null, null, null, false, null, null);
        try {
            ScopeNode tree = ask(state, memory, new DrawTree(seen, Scope.ROOT, MAX_DEPTH));
            Map<String, Long> categories =
                    ask(state, memory, new CountCategories(seen, Scope.ROOT));
            List<String> entities = facts ? recent(state, memory) : List.of();
            return new Surroundings(largest(tree), largest(categories), entities);
        } catch (ExecutionException | TimeoutException | RuntimeException e) {
            return NONE;
        }
    }

    private static List<String> recent(LocalStateClient state, MemoryId memory)
            throws InterruptedException, ExecutionException, TimeoutException {
        SearchGraph recent = new SearchGraph("", null, MOST, When.now(Instant.now()));
        return ask(state, memory, recent).matches().stream()
                .map(match -> match.node().entity().name())
                .toList();
    }

    private static <R> R ask(LocalStateClient state, MemoryId memory, Query<R> query)
            throws InterruptedException, ExecutionException, TimeoutException {
        return state.ask(memory, query, null, DEADLINE)
                .get(DEADLINE.toMillis(), TimeUnit.MILLISECONDS)
                .value();
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
