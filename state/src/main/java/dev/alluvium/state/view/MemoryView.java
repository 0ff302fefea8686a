package dev.alluvium.state.view;

import dev.alluvium.state.change.MemoryHeader;
import dev.alluvium.state.episode.TurnView;
import dev.alluvium.state.graph.read.GraphView;
import dev.alluvium.state.recall.RecordView;

/**
 * A memory as its readers see it: an immutable handle on columns that only the owner appends to.
 * Any thread may search a view it has, for as long as it likes; the next view is published beside
 * it.
 */
public record MemoryView(MemoryHeader header, RecordView records, TurnView turns, GraphView graph) {

    /** What the columns' own objects take, whatever they hold. */
    private static final int EMPTY_BYTES = 2_000;

    /** Estimated heap, in bytes, for the owner's budget. */
    public long bytes() {
        return EMPTY_BYTES + records.bytes() + turns.bytes() + graph.bytes();
    }
}
