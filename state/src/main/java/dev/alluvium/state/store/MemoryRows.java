package dev.alluvium.state.store;

import dev.alluvium.state.Position;
import dev.alluvium.state.bitemporal.Timeline;
import dev.alluvium.state.change.MemoryHeader;
import dev.alluvium.state.decide.Pending;
import dev.alluvium.state.decide.Undistilled;
import dev.alluvium.state.episode.Turn;
import dev.alluvium.state.graph.Entity;
import dev.alluvium.state.graph.Fact;
import dev.alluvium.state.outcome.CommandOutcome;
import dev.alluvium.state.record.MemoryRecord;
import java.util.List;

/**
 * The rows of one memory, as the core reads them: keyed state in the operator, maps in tests. Only
 * the memory's owner uses it, on one thread.
 */
public interface MemoryRows {

    MemoryHeader header();

    /** One version of a record, or null. */
    MemoryRecord record(long ordinal);

    /** The unit-norm vector of a record's version, or null. */
    float[] vector(long ordinal);

    /**
     * The rows of a record's versions, oldest first; the last is the current one. Empty if there is
     * no such record.
     */
    long[] versions(String id);

    /** The rows of current records whose text has this fingerprint. */
    long[] withFingerprint(String fingerprint);

    /**
     * Rows of records that are probably near {@code unit}, nearest first, by an approximate index;
     * the caller checks them exactly. May name rows that are no longer current.
     */
    long[] near(float[] unit, double minCosine, int limit);

    /** Every version of every record, in the order of ordinals. */
    Iterable<RecordRow> records();

    /** The row of the turn with this key, or -1. */
    long turnRow(String key);

    /** A turn, or null. */
    Turn turn(long ordinal);

    /** The vectors that stand in a turn's row, be they stale or not; none if there is no row. */
    List<float[]> turnVectors(long ordinal);

    /** Every turn, in the order of ordinals. */
    Iterable<TurnRow> turns();

    /** An entity of the graph, or null. */
    Entity entity(long ordinal);

    /** Every entity, in the order of ordinals. */
    Iterable<EntityRow> entities();

    /** A fact of the graph, or null. */
    Fact fact(long ordinal);

    /** The unit-norm vector of a fact, or null. */
    float[] factVector(long ordinal);

    /** Every fact, in the order of ordinals. */
    Iterable<FactRow> facts();

    /** The entities or facts that a key of the graph stands for. */
    long[] graphIndex(String key);

    /** The timeline of something single-valued, or a page of one; null where there is none. */
    Timeline timeline(String key);

    /** What the command with this idempotency key was answered, or null. */
    CommandOutcome answer(String idempotencyKey);

    /** What the save at this position leaves open, or null. */
    Pending pending(Position of);

    /** Which turns of a session are not distilled yet, or null. */
    Undistilled undistilled(String session);

    /** The sessions of which turns are not distilled yet. */
    Iterable<String> undistilledSessions();

    /** One version of a record with its place. */
    record RecordRow(long ordinal, MemoryRecord record) {}

    /** A turn with its place. */
    record TurnRow(long ordinal, Turn turn) {}

    /** An entity with its place. */
    record EntityRow(long ordinal, Entity entity) {}

    /** A fact with its place. */
    record FactRow(long ordinal, Fact fact) {}
}
