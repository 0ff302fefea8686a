package dev.alluvium.state.recall;

import dev.alluvium.state.change.MemoryHeader;
import dev.alluvium.state.scope.Scope;
import dev.alluvium.state.scope.ScopeInfo;
import dev.alluvium.state.scope.ScopeNode;
import java.util.List;
import java.util.Map;

/** The records of a memory as readers see them. */
public final class RecordView {

    public RecallResult recall(MemoryHeader header, RecallRequest request) {
        throw new UnsupportedOperationException();
    }

    public RecordPage list(RecordFilter filter, int limit, String cursor) {
        throw new UnsupportedOperationException();
    }

    public ScopeNode tree(RecordFilter filter, Scope path, int maxDepth) {
        throw new UnsupportedOperationException();
    }

    public ScopeInfo info(RecordFilter filter, Scope path) {
        throw new UnsupportedOperationException();
    }

    public List<Scope> children(RecordFilter filter, Scope path) {
        throw new UnsupportedOperationException();
    }

    public Map<String, Long> categories(RecordFilter filter, Scope path) {
        throw new UnsupportedOperationException();
    }

    public long bytes() {
        return 0;
    }
}
