package dev.alluvium.state.query;

import dev.alluvium.state.recall.RecordFilter;
import dev.alluvium.state.scope.Scope;
import dev.alluvium.state.scope.ScopeNode;
import dev.alluvium.state.view.MemoryView;

/** Draws the tree of scopes below a path with their record counts. */
public record DrawTree(RecordFilter filter, Scope path, int maxDepth)
        implements ViewQuery<ScopeNode> {

    @Override
    public ScopeNode on(MemoryView view) {
        return view.records().tree(filter, path, maxDepth);
    }

    @Override
    public ScopeNode merge(ScopeNode one, ScopeNode other) {
        return one.merge(other);
    }
}
