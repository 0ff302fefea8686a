package dev.alluvium.state.recall;

import dev.alluvium.state.scope.Scope;
import dev.alluvium.state.scope.ScopeNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** How many records a branch and each scope below it hold, subscopes included. */
final class ScopeCounts {

    private final Scope path;
    private final Map<Scope, Long> counts = new TreeMap<>();
    private final Map<Scope, TreeSet<Scope>> children = new TreeMap<>();

    ScopeCounts(Scope path) {
        this.path = path;
        counts.put(path, 0L);
    }

    /** Counts records of one scope within the branch, here and in every scope above up to it. */
    void add(Scope scope, long records) {
        Scope at = scope;
        counts.merge(at, records, Long::sum);
        while (!at.equals(path)) {
            Scope parent = at.parent();
            children.computeIfAbsent(parent, none -> new TreeSet<>()).add(at);
            at = parent;
            counts.merge(at, records, Long::sum);
        }
    }

    List<Scope> children() {
        return List.copyOf(children.getOrDefault(path, new TreeSet<>()));
    }

    /** The branch, with {@code maxDepth} levels below its root. */
    ScopeNode tree(int maxDepth) {
        return node(path, maxDepth);
    }

    private ScopeNode node(Scope scope, int levels) {
        TreeSet<Scope> below = children.getOrDefault(scope, new TreeSet<>());
        if (levels <= 0) {
            return new ScopeNode(scope, counts.get(scope), List.of(), descendants(scope));
        }
        List<ScopeNode> nodes = new ArrayList<>();
        below.forEach(child -> nodes.add(node(child, levels - 1)));
        return new ScopeNode(scope, counts.get(scope), nodes, 0);
    }

    private long descendants(Scope scope) {
        long count = 0;
        for (Scope child : children.getOrDefault(scope, new TreeSet<>())) {
            count += 1 + descendants(child);
        }
        return count;
    }
}
