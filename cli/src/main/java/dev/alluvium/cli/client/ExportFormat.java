package dev.alluvium.cli.client;

import java.util.Locale;

/** What an export is written in. */
enum ExportFormat {
    /** Records, turns and the graph, as rows of an import. */
    NDJSON("", null),
    /** The graph alone, as rows that name no memory. */
    GRAPH_JSONL("&kind=graph", null),
    /** What the MCP memory server keeps its graph in, which has no times. */
    MCP_MEMORY("&kind=graph", "now");

    private final String kinds;
    private final String asOf;

    ExportFormat(String kinds, String asOf) {
        this.kinds = kinds;
        this.asOf = asOf;
    }

    /** The part of a query string that names what is exported. */
    String kinds() {
        return kinds;
    }

    /** As of when, where nobody says; null for all times. */
    String asOf() {
        return asOf;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
