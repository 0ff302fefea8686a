package dev.alluvium.state.scope;

import java.util.List;

/**
 * A branch drawn as a tree: its record count (with all below) and its children, sorted by path.
 * {@code hiddenScopes} counts the scopes below that a depth limit left out, so that nothing is cut
 * silently.
 */
public record ScopeNode(Scope path, long recordCount, List<ScopeNode> children, long hiddenScopes) {

    public ScopeNode {
        children = List.copyOf(children);
    }
}
