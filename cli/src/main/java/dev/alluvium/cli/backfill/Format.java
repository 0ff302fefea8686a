package dev.alluvium.cli.backfill;

import dev.alluvium.state.MemoryId;
import java.util.Locale;
import java.util.stream.Stream;

/** What a file of a backfill is written in. */
enum Format {
    /** One row of an import, or one bare record or turn, a line. */
    JSONL,
    /** One entity, observation or relation a line, with its times. */
    GRAPH_JSONL,
    /** What the MCP memory server keeps its graph in. */
    MCP_MEMORY,
    /** An array of LoCoMo conversations. */
    LOCOMO,
    /** Columns: a stream or a file of Arrow. */
    ARROW,
    /** Columns in Parquet. */
    PARQUET;

    /** What the ending of a file's name says it is written in. */
    static Format of(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (lower.endsWith(".parquet")) {
            return PARQUET;
        }
        return Stream.of(".arrow", ".arrows", ".feather").anyMatch(lower::endsWith) ? ARROW : JSONL;
    }

    /** Whether what its rows are may be said for those that do not say it. */
    boolean takesKind() {
        return this == JSONL || areColumns();
    }

    /** Whether records may be among its rows. */
    boolean holdsRecords() {
        return takesKind();
    }

    boolean areColumns() {
        return this == ARROW || this == PARQUET;
    }

    /**
     * What makes rows of its lines.
     *
     * @param head of the source
     * @param memory of lines that name none, or null
     * @param kind of lines that name none, or null
     */
    RowShape shape(String head, MemoryId memory, Kind kind) {
        return switch (this) {
            case JSONL, LOCOMO, ARROW, PARQUET -> new ImportRows(head, memory, kind);
            case GRAPH_JSONL -> new GraphRows(memory);
            case MCP_MEMORY -> new McpMemoryRows(memory);
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
