package dev.alluvium.state.change;

import dev.alluvium.state.AppliedPositions;
import dev.alluvium.state.Position;
import dev.alluvium.state.reembed.Reembedding;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The counters and settings of one memory.
 *
 * @param nextRecord the ordinal the next record version gets
 * @param nextTurn the ordinal the next turn gets
 * @param firstTurn the lowest ordinal a kept turn may have
 * @param records current records
 * @param turns turns kept
 * @param graph counters of the knowledge graph
 * @param dimension of the vectors held, or 0 before the first
 * @param embedder the model that made them, or null
 * @param reembedding how far the memory is, or was, embedded anew; null if it never was
 * @param lastKnown the known time of the last command; known time never goes back within a memory
 * @param options this memory's own options, by name
 */
public record MemoryHeader(
        long nextRecord,
        long nextTurn,
        long firstTurn,
        long records,
        long turns,
        GraphCounts graph,
        int dimension,
        String embedder,
        Reembedding reembedding,
        Instant lastKnown,
        Map<String, String> options,
        AppliedPositions applied) {

    public static final MemoryHeader EMPTY =
            new MemoryHeader(
                    0,
                    0,
                    0,
                    0,
                    0,
                    GraphCounts.NONE,
                    0,
                    null,
                    null,
                    Instant.EPOCH,
                    Map.of(),
                    AppliedPositions.NONE);

    public MemoryHeader {
        options =
                options.isEmpty() ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(options));
    }

    /** This header with these counters of records. */
    public MemoryHeader withRecords(long next, long current) {
        Copy copy = new Copy(this);
        copy.nextRecord = next;
        copy.records = current;
        return copy.header();
    }

    /** This header with these counters of turns. */
    public MemoryHeader withTurns(long next, long first, long kept) {
        Copy copy = new Copy(this);
        copy.nextTurn = next;
        copy.firstTurn = first;
        copy.turns = kept;
        return copy.header();
    }

    /** This header with these counters of the graph. */
    public MemoryHeader withGraph(GraphCounts counts) {
        Copy copy = new Copy(this);
        copy.graph = counts;
        return copy.header();
    }

    /** This header with vectors of this dimension and model; 0 and null for none. */
    public MemoryHeader withVectors(int ofDimension, String ofEmbedder) {
        Copy copy = new Copy(this);
        copy.dimension = ofDimension;
        copy.embedder = ofEmbedder;
        return copy.header();
    }

    public MemoryHeader withReembedding(Reembedding progress) {
        Copy copy = new Copy(this);
        copy.reembedding = progress;
        return copy.header();
    }

    public MemoryHeader withOptions(Map<String, String> own) {
        Copy copy = new Copy(this);
        copy.options = own;
        return copy.header();
    }

    /** This header after a command of this known time at this position. */
    public MemoryHeader after(Instant known, Position position) {
        Copy copy = new Copy(this);
        copy.lastKnown = known;
        copy.applied = applied.with(position);
        return copy.header();
    }

    /** This header of a memory to which nothing of the log was applied. */
    public MemoryHeader beforeLog() {
        Copy copy = new Copy(this);
        copy.applied = AppliedPositions.NONE;
        return copy.header();
    }

    /** A header in the making, of which all is as in another one until it is set. */
    private static final class Copy {

        private long nextRecord;
        private long nextTurn;
        private long firstTurn;
        private long records;
        private long turns;
        private GraphCounts graph;
        private int dimension;
        private String embedder;
        private Reembedding reembedding;
        private Instant lastKnown;
        private Map<String, String> options;
        private AppliedPositions applied;

        Copy(MemoryHeader of) {
            nextRecord = of.nextRecord;
            nextTurn = of.nextTurn;
            firstTurn = of.firstTurn;
            records = of.records;
            turns = of.turns;
            graph = of.graph;
            dimension = of.dimension;
            embedder = of.embedder;
            reembedding = of.reembedding;
            lastKnown = of.lastKnown;
            options = of.options;
            applied = of.applied;
        }

        MemoryHeader header() {
            return new MemoryHeader(
                    nextRecord,
                    nextTurn,
                    firstTurn,
                    records,
                    turns,
                    graph,
                    dimension,
                    embedder,
                    reembedding,
                    lastKnown,
                    options,
                    applied);
        }
    }
}
