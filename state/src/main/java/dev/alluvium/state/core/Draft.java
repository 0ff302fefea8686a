package dev.alluvium.state.core;

import dev.alluvium.state.Position;
import dev.alluvium.state.change.Change;
import dev.alluvium.state.change.Change.Clear;
import dev.alluvium.state.change.Change.DeleteRecord;
import dev.alluvium.state.change.Change.DeleteTurn;
import dev.alluvium.state.change.Change.IndexFingerprint;
import dev.alluvium.state.change.Change.IndexRecord;
import dev.alluvium.state.change.Change.IndexTurn;
import dev.alluvium.state.change.Change.PutHeader;
import dev.alluvium.state.change.Change.PutRecord;
import dev.alluvium.state.change.Change.PutTurn;
import dev.alluvium.state.change.MemoryHeader;
import dev.alluvium.state.consolidate.Neighbourhood;
import dev.alluvium.state.consolidate.TextFingerprint;
import dev.alluvium.state.episode.Turn;
import dev.alluvium.state.record.MemoryRecord;
import dev.alluvium.state.reembed.Reembedding;
import dev.alluvium.state.store.MemoryRows;
import dev.alluvium.state.vector.Units;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;

/**
 * A memory's rows with the changes of the command at hand laid over them, so that later items of a
 * batch see earlier ones. Collects the changes in order.
 */
final class Draft implements Neighbourhood {

    private static final long NO_TURN = -1;

    private final MemoryRows rows;
    private final Instant known;
    private final Position position;
    private final String embedder;
    private final List<Change> changes = new ArrayList<>();
    private final Map<Long, MemoryRecord> records = new HashMap<>();
    private final Map<Long, float[]> vectors = new HashMap<>();
    private final BatchVectors batch = new BatchVectors();
    private final Map<String, long[]> versions = new HashMap<>();
    private final Map<String, long[]> fingerprints = new HashMap<>();
    private final Map<String, Long> turnRows = new HashMap<>();
    private final Map<Long, Turn> turns = new HashMap<>();
    private final GraphDraft graph;
    private MemoryHeader header;
    private boolean leftOut;

    Draft(MemoryRows rows, Position position, Instant logTime, String embedder) {
        this.embedder = embedder;
        this.rows = rows;
        this.position = position;
        this.graph = new GraphDraft(rows);
        this.header = rows.header();
        this.known = logTime.isBefore(header.lastKnown()) ? header.lastKnown() : logTime;
    }

    /** The known time of the command; it never goes back within a memory. */
    Instant known() {
        return known;
    }

    MemoryHeader header() {
        return header;
    }

    /** The graph's rows, laid over likewise. */
    GraphDraft graph() {
        return graph;
    }

    MemoryRows base() {
        return rows;
    }

    void add(Change change) {
        changes.add(change);
    }

    /** Drops what was changed so far: the command is refused whole. */
    void discard() {
        changes.clear();
        graph.discard();
        header = rows.header();
    }

    List<Change> finish() {
        graph.addTo(changes);
        changes.add(new PutHeader(header.withGraph(graph.counts()).after(known, position)));
        return changes;
    }

    @Override
    public MemoryRecord record(long ordinal) {
        return records.containsKey(ordinal) ? records.get(ordinal) : rows.record(ordinal);
    }

    @Override
    public float[] vector(long ordinal) {
        float[] added = vectors.get(ordinal);
        return added != null ? added : rows.vector(ordinal);
    }

    @Override
    public long[] withFingerprint(String fingerprint) {
        long[] own = fingerprints.get(fingerprint);
        return own != null ? own : rows.withFingerprint(fingerprint);
    }

    @Override
    public long[] near(float[] unit, double minCosine, int limit) {
        return rows.near(unit, minCosine, limit);
    }

    @Override
    public long[] nearInBatch(float[] unit, double minCosine) {
        return batch.near(unit, minCosine);
    }

    /** The current version's row, or -1. */
    long current(String id) {
        long[] all = versions(id);
        return all.length == 0 ? -1 : all[all.length - 1];
    }

    long[] versions(String id) {
        long[] own = versions.get(id);
        return own != null ? own : rows.versions(id);
    }

    /** Adds a version as a new row and makes it the current one of its id. */
    void insert(MemoryRecord record, float[] vector) {
        long ordinal = header.nextRecord();
        long[] before = versions(record.id());
        put(ordinal, record, vector);
        index(record.id(), append(before, ordinal));
        String fingerprint = fingerprint(record.content());
        indexText(fingerprint, append(withFingerprint(fingerprint), ordinal));
        header = header.withRecords(ordinal + 1, header.records() + (before.length == 0 ? 1 : 0));
        if (vector != null) {
            holds(vector);
        }
    }

    /**
     * A vector that came with the command, as it is kept: of unit norm; null where it has no
     * direction, or was made by another model than those that the memory holds.
     */
    float[] unit(float[] vector) {
        if (vector != null && DimensionRule.isOtherModel(header, embedder)) {
            leftOut = true;
            return null;
        }
        return Units.unit(vector);
    }

    /** Why vectors were left out that came with the command; null if none was. */
    String leftOut() {
        return leftOut ? DimensionRule.leftOut(header, embedder) : null;
    }

    /** The memory holds no vectors any more, and is to get those of this model. */
    void holdsNone(String next) {
        header = header.withVectors(0, next);
    }

    void reembedding(Reembedding progress) {
        header = header.withReembedding(progress);
    }

    /** The memory holds a vector: its first fixes the dimension and names the embedder. */
    void holds(float[] vector) {
        holds(vector, embedder);
    }

    /** The same of a vector that this model made. */
    void holds(float[] vector, String model) {
        if (header.dimension() == 0) {
            header = header.withVectors(vector.length, model);
        }
    }

    /** Closes the current version at the known time; it stays in history. */
    void close(long ordinal) {
        MemoryRecord record = record(ordinal);
        put(ordinal, record.knownUntil(known), null);
        String fingerprint = fingerprint(record.content());
        indexText(fingerprint, without(withFingerprint(fingerprint), ordinal));
    }

    void touchCurrent(String id, Instant at, double importance) {
        long ordinal = current(id);
        if (ordinal >= 0) {
            touch(ordinal, at, importance);
        }
    }

    void touch(long ordinal, Instant at, double importance) {
        MemoryRecord record = record(ordinal);
        MemoryRecord touched = record.touched(at, importance);
        if (!touched.equals(record)) {
            put(ordinal, touched, null);
        }
    }

    /** Deletes a record with all its versions, physically. */
    void delete(String id) {
        long[] all = versions(id);
        MemoryRecord current = record(all[all.length - 1]);
        String fingerprint = fingerprint(current.content());
        indexText(fingerprint, without(withFingerprint(fingerprint), all[all.length - 1]));
        for (long ordinal : all) {
            records.put(ordinal, null);
            vectors.remove(ordinal);
            changes.add(new DeleteRecord(ordinal));
        }
        index(id, new long[0]);
        header = header.withRecords(header.nextRecord(), header.records() - 1);
    }

    long turnRow(String key) {
        Long own = turnRows.get(key);
        return own != null ? own : rows.turnRow(key);
    }

    Turn turn(long ordinal) {
        return turns.containsKey(ordinal) ? turns.get(ordinal) : rows.turn(ordinal);
    }

    void insertTurn(String key, Turn turn, List<float[]> turnVectors) {
        long ordinal = header.nextTurn();
        turns.put(ordinal, turn);
        turnRows.put(key, ordinal);
        changes.add(new PutTurn(ordinal, turn, turnVectors));
        changes.add(new IndexTurn(key, ordinal));
        header = header.withTurns(ordinal + 1, header.firstTurn(), header.turns() + 1);
        if (!turnVectors.isEmpty()) {
            holds(turnVectors.get(0));
        }
    }

    void deleteTurn(long ordinal, String key) {
        turns.put(ordinal, null);
        turnRows.put(key, NO_TURN);
        changes.add(new DeleteTurn(ordinal));
        changes.add(new IndexTurn(key, NO_TURN));
        header = header.withTurns(header.nextTurn(), header.firstTurn(), header.turns() - 1);
    }

    void firstTurn(long ordinal) {
        header = header.withTurns(header.nextTurn(), ordinal, header.turns());
    }

    void configure(Map<String, String> options) {
        Map<String, String> next = new TreeMap<>(header.options());
        options.forEach(
                (name, value) -> {
                    if (value == null) {
                        next.remove(name);
                    } else {
                        next.put(name, value);
                    }
                });
        header = header.withOptions(next);
    }

    /**
     * Empties the memory. Ordinals go on, so that no row of before can be taken for one of after.
     */
    void clear() {
        changes.add(new Clear());
        graph.clear();
        header =
                header.withRecords(header.nextRecord(), 0)
                        .withTurns(header.nextTurn(), header.nextTurn(), 0)
                        .withVectors(0, null)
                        .withReembedding(null)
                        .withOptions(Map.of());
    }

    static String fingerprint(String content) {
        return TextFingerprint.of(content).toString();
    }

    private void put(long ordinal, MemoryRecord record, float[] vector) {
        records.put(ordinal, record);
        if (vector != null) {
            vectors.put(ordinal, vector);
            batch.add(ordinal, vector);
        }
        changes.add(new PutRecord(ordinal, record, vector));
    }

    private void index(String id, long[] ordinals) {
        versions.put(id, ordinals);
        changes.add(new IndexRecord(id, ordinals));
    }

    private void indexText(String fingerprint, long[] ordinals) {
        fingerprints.put(fingerprint, ordinals);
        changes.add(new IndexFingerprint(fingerprint, ordinals));
    }

    private static long[] append(long[] ordinals, long ordinal) {
        return LongStream.concat(LongStream.of(ordinals), LongStream.of(ordinal)).toArray();
    }

    private static long[] without(long[] ordinals, long ordinal) {
        return LongStream.of(ordinals).filter(o -> o != ordinal).toArray();
    }
}
