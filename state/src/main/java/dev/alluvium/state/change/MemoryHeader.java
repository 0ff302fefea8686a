package dev.alluvium.state.change;

import dev.alluvium.state.AppliedPositions;
import dev.alluvium.state.Position;
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
                    Instant.EPOCH,
                    Map.of(),
                    AppliedPositions.NONE);

    public MemoryHeader {
        options =
                options.isEmpty() ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(options));
    }

    /** This header with these counters of records. */
    public MemoryHeader withRecords(long next, long current) {
        return new MemoryHeader(
                next, nextTurn, firstTurn, current, turns, graph, dimension, embedder, lastKnown,
                options, applied);
    }

    /** This header with these counters of turns. */
    public MemoryHeader withTurns(long next, long first, long kept) {
        return new MemoryHeader(
                nextRecord,
                next,
                first,
                records,
                kept,
                graph,
                dimension,
                embedder,
                lastKnown,
                options,
                applied);
    }

    /** This header with these counters of the graph. */
    public MemoryHeader withGraph(GraphCounts counts) {
        return new MemoryHeader(
                nextRecord,
                nextTurn,
                firstTurn,
                records,
                turns,
                counts,
                dimension,
                embedder,
                lastKnown,
                options,
                applied);
    }

    /** This header with vectors of this dimension and model; 0 and null for none. */
    public MemoryHeader withVectors(int ofDimension, String ofEmbedder) {
        return new MemoryHeader(
                nextRecord,
                nextTurn,
                firstTurn,
                records,
                turns,
                graph,
                ofDimension,
                ofEmbedder,
                lastKnown,
                options,
                applied);
    }

    public MemoryHeader withOptions(Map<String, String> own) {
        return new MemoryHeader(
                nextRecord,
                nextTurn,
                firstTurn,
                records,
                turns,
                graph,
                dimension,
                embedder,
                lastKnown,
                own,
                applied);
    }

    /** This header after a command of this known time at this position. */
    public MemoryHeader after(Instant known, Position position) {
        return new MemoryHeader(
                nextRecord,
                nextTurn,
                firstTurn,
                records,
                turns,
                graph,
                dimension,
                embedder,
                known,
                options,
                applied.with(position));
    }

    /** This header of a memory to which nothing of the log was applied. */
    public MemoryHeader beforeLog() {
        return new MemoryHeader(
                nextRecord,
                nextTurn,
                firstTurn,
                records,
                turns,
                graph,
                dimension,
                embedder,
                lastKnown,
                options,
                AppliedPositions.NONE);
    }
}
