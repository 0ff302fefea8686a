package dev.alluvium.bench.system;

/** What is measured one after the other; a later one may need what an earlier one has written. */
enum Phase {
    TURNS,
    RECORDS,
    APPEND,
    RECALL,
    BACKFILL,
    RESTART,
    EMBEDDING,
    GRAPH_RATE,
    GRAPH_READ,
    GRAPH_COMBINED,
    GRAPH_WRITE,
    GRAPH_FOOTPRINT,
    /** Needs a system of its own, with a language model: only where it is asked for. */
    MODEL,
    /** Likewise, and embeds thousands of texts. */
    REEMBED,
    /** Takes long, so only where it is asked for. */
    BULK
}
