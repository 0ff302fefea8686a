package dev.alluvium.state.query;

import dev.alluvium.state.graph.GraphKeys;
import dev.alluvium.state.store.MemoryRows;

/** Whether a memory has a fact of this id, so that a write about another is refused at once. */
public record HasFact(String id) implements RowQuery<Boolean> {

    @Override
    public Boolean on(MemoryRows rows) {
        return rows.graphIndex(GraphKeys.fact(id)).length > 0;
    }
}
