package dev.alluvium.state.query;

import dev.alluvium.state.change.MemoryHeader;
import dev.alluvium.state.store.MemoryRows;

/** Reads the counters and settings of a memory. */
public record ReadHeader() implements RowQuery<MemoryHeader> {

    @Override
    public MemoryHeader on(MemoryRows rows) {
        return rows.header();
    }
}
