package dev.alluvium.state.query;

import dev.alluvium.state.recall.RecordFilter;
import dev.alluvium.state.scope.Scope;
import dev.alluvium.state.scope.ScopeInfo;
import dev.alluvium.state.view.MemoryView;

/** Says what a branch holds. */
public record DescribeScope(RecordFilter filter, Scope path) implements ViewQuery<ScopeInfo> {

    @Override
    public ScopeInfo on(MemoryView view) {
        return view.records().info(filter, path);
    }

    @Override
    public ScopeInfo merge(ScopeInfo one, ScopeInfo other) {
        return one.merge(other);
    }
}
