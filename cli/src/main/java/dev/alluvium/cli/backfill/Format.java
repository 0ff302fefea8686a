package dev.alluvium.cli.backfill;

import dev.alluvium.state.MemoryId;
import java.util.Locale;

/** What a file of a backfill is written in. */
enum Format {
    /** One row of an import, or one bare record or turn, a line. */
    JSONL,
    /** One entity, observation or relation a line, with its times. */
    GRAPH_JSONL,
    /** What the MCP memory server keeps its graph in. */
    MCP_MEMORY,
    /** An array of LoCoMo conversations. */
    LOCOMO;

    /**
     * What makes rows of its lines.
     *
     * @param head of the source
     * @param memory of lines that name none, or null
     * @param kind of lines that name none, or null
     */
    RowShape shape(String head, MemoryId memory, Kind kind) {
        return switch (this) {
            case JSONL, LOCOMO -> new ImportRows(head, memory, kind);
            case GRAPH_JSONL -> new GraphRows(memory);
            case MCP_MEMORY -> new McpMemoryRows(memory);
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
