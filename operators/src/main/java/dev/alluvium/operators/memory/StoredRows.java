package dev.alluvium.operators.memory;

import dev.alluvium.state.Position;
import dev.alluvium.state.bitemporal.Timeline;
import dev.alluvium.state.change.MemoryHeader;
import dev.alluvium.state.codec.GraphCodec;
import dev.alluvium.state.codec.RowCodec;
import dev.alluvium.state.decide.Pending;
import dev.alluvium.state.decide.Undistilled;
import dev.alluvium.state.episode.Turn;
import dev.alluvium.state.graph.Entity;
import dev.alluvium.state.graph.Fact;
import dev.alluvium.state.outcome.CommandOutcome;
import dev.alluvium.state.record.MemoryRecord;
import dev.alluvium.state.store.MemoryRows;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.apache.flink.api.common.state.MapState;

/**
 * The rows of the current key's memory, read from keyed state. For the operator's thread, with the
 * key set.
 */
final class StoredRows implements MemoryRows {

    private static final long[] NONE = {};

    private final RowStates states;
    private final NearIndexes near;

    StoredRows(RowStates states, NearIndexes near) {
        this.states = states;
        this.near = near;
    }

    @Override
    public MemoryHeader header() {
        byte[] bytes = Checked.get(states.header::value);
        return bytes == null ? MemoryHeader.EMPTY : RowCodec.header(bytes);
    }

    @Override
    public MemoryRecord record(long ordinal) {
        byte[] bytes = get(states.records, ordinal);
        return bytes == null ? null : RowCodec.record(bytes);
    }

    @Override
    public float[] vector(long ordinal) {
        byte[] bytes = get(states.vectors, ordinal);
        return bytes == null ? null : RowCodec.vector(bytes);
    }

    @Override
    public long[] versions(String id) {
        return ordinals(get(states.recordRows, id));
    }

    @Override
    public long[] withFingerprint(String fingerprint) {
        return ordinals(get(states.fingerprints, fingerprint));
    }

    @Override
    public long[] near(float[] unit, double minCosine, int limit) {
        return near.near(unit, minCosine, limit);
    }

    @Override
    public Iterable<RecordRow> records() {
        return () ->
                decoded(
                        states.records,
                        (ordinal, bytes) -> new RecordRow(ordinal, RowCodec.record(bytes)));
    }

    @Override
    public long turnRow(String key) {
        Long ordinal = get(states.turnRows, key);
        return ordinal == null ? -1 : ordinal;
    }

    @Override
    public Turn turn(long ordinal) {
        byte[] bytes = get(states.turns, ordinal);
        return bytes == null ? null : RowCodec.turn(bytes).turn();
    }

    @Override
    public List<float[]> turnVectors(long ordinal) {
        byte[] bytes = get(states.turns, ordinal);
        return bytes == null ? List.of() : RowCodec.turn(bytes).vectors();
    }

    @Override
    public Iterable<TurnRow> turns() {
        return () ->
                decoded(
                        states.turns,
                        (ordinal, bytes) -> new TurnRow(ordinal, RowCodec.turn(bytes).turn()));
    }

    @Override
    public Entity entity(long ordinal) {
        byte[] bytes = get(states.entities, ordinal);
        return bytes == null ? null : GraphCodec.entity(bytes);
    }

    @Override
    public Iterable<EntityRow> entities() {
        return () ->
                decoded(
                        states.entities,
                        (ordinal, bytes) -> new EntityRow(ordinal, GraphCodec.entity(bytes)));
    }

    @Override
    public Fact fact(long ordinal) {
        byte[] bytes = get(states.facts, ordinal);
        return bytes == null ? null : GraphCodec.fact(bytes);
    }

    @Override
    public float[] factVector(long ordinal) {
        byte[] bytes = get(states.factVectors, ordinal);
        return bytes == null ? null : RowCodec.vector(bytes);
    }

    @Override
    public Iterable<FactRow> facts() {
        return () ->
                decoded(
                        states.facts,
                        (ordinal, bytes) -> new FactRow(ordinal, GraphCodec.fact(bytes)));
    }

    @Override
    public long[] graphIndex(String key) {
        return ordinals(get(states.graphIndex, key));
    }

    @Override
    public Timeline timeline(String key) {
        byte[] bytes = get(states.timelines, key);
        return bytes == null ? null : GraphCodec.timeline(bytes);
    }

    @Override
    public CommandOutcome answer(String idempotencyKey) {
        byte[] bytes = get(states.answers, idempotencyKey);
        return bytes == null ? null : RowCodec.answer(bytes);
    }

    @Override
    public Pending pending(Position of) {
        byte[] bytes = get(states.pending, of.toString());
        return bytes == null ? null : RowCodec.pending(bytes);
    }

    @Override
    public Undistilled undistilled(String session) {
        byte[] bytes = get(states.undistilled, session);
        return bytes == null ? null : RowCodec.undistilled(bytes);
    }

    @Override
    public Iterable<String> undistilledSessions() {
        return Checked.get(states.undistilled::keys);
    }

    private static <K, V> V get(MapState<K, V> state, K key) {
        return Checked.get(() -> state.get(key));
    }

    private static long[] ordinals(byte[] bytes) {
        return bytes == null ? NONE : RowCodec.ordinals(bytes);
    }

    private static <T> Iterator<T> decoded(
            MapState<Long, byte[]> state, BiFunction<Long, byte[], T> decoder) {
        Iterator<Map.Entry<Long, byte[]>> entries = Checked.get(state::iterator);
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return entries.hasNext();
            }

            @Override
            public T next() {
                Map.Entry<Long, byte[]> entry = entries.next();
                return decoder.apply(entry.getKey(), entry.getValue());
            }
        };
    }
}
