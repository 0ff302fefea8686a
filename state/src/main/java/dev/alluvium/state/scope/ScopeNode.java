package dev.alluvium.state.scope;

import java.util.List;
import java.util.TreeMap;

/**
 * A branch drawn as a tree: its record count (with all below) and its children, sorted by path.
 * {@code hiddenScopes} counts the scopes below that a depth limit left out, so that nothing is cut
 * silently.
 */
public record ScopeNode(Scope path, long recordCount, List<ScopeNode> children, long hiddenScopes) {

    public ScopeNode {
        children = List.copyOf(children);
    }

    /**
     * The counts of two disjoint parts of the same branch together. Hidden scopes of both parts may
     * be the same ones, so the larger number stands.
     */
    public ScopeNode merge(ScopeNode other) {
        TreeMap<Scope, ScopeNode> byPath = new TreeMap<>();
        children.forEach(child -> byPath.put(child.path(), child));
        other.children.forEach(child -> byPath.merge(child.path(), child, ScopeNode::merge));
        return new ScopeNode(
                path,
                recordCount + other.recordCount,
                List.copyOf(byPath.values()),
                Math.max(hiddenScopes, other.hiddenScopes));
    }
}
