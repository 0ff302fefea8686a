package dev.alluvium.state.core;

import dev.alluvium.state.Position;
import dev.alluvium.state.bitemporal.Timeline;
import dev.alluvium.state.change.Change;
import dev.alluvium.state.change.Change.Clear;
import dev.alluvium.state.change.Change.DeleteEntity;
import dev.alluvium.state.change.Change.DeleteFact;
import dev.alluvium.state.change.Change.DeleteRecord;
import dev.alluvium.state.change.Change.DeleteTurn;
import dev.alluvium.state.change.Change.DropVectors;
import dev.alluvium.state.change.Change.IndexFingerprint;
import dev.alluvium.state.change.Change.IndexGraph;
import dev.alluvium.state.change.Change.IndexRecord;
import dev.alluvium.state.change.Change.IndexTurn;
import dev.alluvium.state.change.Change.PutAnswer;
import dev.alluvium.state.change.Change.PutEntity;
import dev.alluvium.state.change.Change.PutFact;
import dev.alluvium.state.change.Change.PutHeader;
import dev.alluvium.state.change.Change.PutPending;
import dev.alluvium.state.change.Change.PutRecord;
import dev.alluvium.state.change.Change.PutTimeline;
import dev.alluvium.state.change.Change.PutTurn;
import dev.alluvium.state.change.Change.PutUndistilled;
import dev.alluvium.state.change.MemoryHeader;
import dev.alluvium.state.decide.Pending;
import dev.alluvium.state.decide.Undistilled;
import dev.alluvium.state.episode.Turn;
import dev.alluvium.state.graph.Entity;
import dev.alluvium.state.graph.Fact;
import dev.alluvium.state.outcome.CommandOutcome;
import dev.alluvium.state.record.MemoryRecord;
import dev.alluvium.state.store.MemoryRows;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The rows of one memory in maps; near neighbours are found by looking at all. */
public final class TestingRows implements MemoryRows, Change.Visitor<RuntimeException> {

    private static final long[] NONE = {};

    final TreeMap<Long, MemoryRecord> records = new TreeMap<>();
    final TreeMap<Long, float[]> vectors = new TreeMap<>();
    final TreeMap<String, long[]> versions = new TreeMap<>();
    final TreeMap<String, long[]> fingerprints = new TreeMap<>();
    final TreeMap<Long, Turn> turns = new TreeMap<>();
    final TreeMap<Long, List<float[]>> turnVectors = new TreeMap<>();
    final TreeMap<String, Long> turnRows = new TreeMap<>();
    final TreeMap<Long, Entity> entities = new TreeMap<>();
    final TreeMap<Long, Fact> facts = new TreeMap<>();
    final TreeMap<Long, float[]> factVectors = new TreeMap<>();
    final TreeMap<String, long[]> graphIndex = new TreeMap<>();
    final TreeMap<String, Timeline> timelines = new TreeMap<>();
    final Map<String, CommandOutcome> answers = new HashMap<>();
    final Map<Position, Pending> pending = new HashMap<>();
    final TreeMap<String, Undistilled> undistilled = new TreeMap<>();
    private MemoryHeader header = MemoryHeader.EMPTY;

    public void apply(List<Change> changes) {
        changes.forEach(change -> change.match(this));
    }

    @Override
    public void putRecord(PutRecord put) {
        records.put(put.ordinal(), put.record());
        if (put.vector() != null) {
            vectors.put(put.ordinal(), put.vector());
        }
    }

    @Override
    public void deleteRecord(DeleteRecord delete) {
        records.remove(delete.ordinal());
        vectors.remove(delete.ordinal());
    }

    @Override
    public void indexRecord(IndexRecord index) {
        set(versions, index.id(), index.ordinals());
    }

    @Override
    public void indexFingerprint(IndexFingerprint index) {
        set(fingerprints, index.fingerprint(), index.ordinals());
    }

    @Override
    public void putTurn(PutTurn put) {
        turns.put(put.ordinal(), put.turn());
        turnVectors.put(put.ordinal(), put.vectors());
    }

    @Override
    public void deleteTurn(DeleteTurn delete) {
        turns.remove(delete.ordinal());
        turnVectors.remove(delete.ordinal());
    }

    @Override
    public void indexTurn(IndexTurn index) {
        if (index.ordinal() < 0) {
            turnRows.remove(index.key());
        } else {
            turnRows.put(index.key(), index.ordinal());
        }
    }

    @Override
    public void putEntity(PutEntity put) {
        entities.put(put.ordinal(), put.entity());
    }

    @Override
    public void deleteEntity(DeleteEntity delete) {
        entities.remove(delete.ordinal());
    }

    @Override
    public void putFact(PutFact put) {
        facts.put(put.ordinal(), put.fact());
        if (put.vector() != null && put.vector().length == 0) {
            factVectors.remove(put.ordinal());
        } else if (put.vector() != null) {
            factVectors.put(put.ordinal(), put.vector());
        }
    }

    @Override
    public void deleteFact(DeleteFact delete) {
        facts.remove(delete.ordinal());
        factVectors.remove(delete.ordinal());
    }

    @Override
    public void indexGraph(IndexGraph index) {
        set(graphIndex, index.key(), index.ordinals());
    }

    @Override
    public void putTimeline(PutTimeline put) {
        if (put.timeline() == null) {
            timelines.remove(put.key());
        } else {
            timelines.put(put.key(), put.timeline());
        }
    }

    @Override
    public void putAnswer(PutAnswer put) {
        answers.put(put.idempotencyKey(), put.outcome());
    }

    @Override
    public void dropVectors(DropVectors drop) {
        vectors.clear();
        factVectors.clear();
    }

    @Override
    public void clear(Clear clear) {
        records.clear();
        vectors.clear();
        versions.clear();
        fingerprints.clear();
        turns.clear();
        turnVectors.clear();
        turnRows.clear();
        entities.clear();
        facts.clear();
        factVectors.clear();
        graphIndex.clear();
        timelines.clear();
        answers.clear();
        pending.clear();
        undistilled.clear();
    }

    @Override
    public void putPending(PutPending put) {
        if (put.pending() == null) {
            pending.remove(put.of());
        } else {
            pending.put(put.of(), put.pending());
        }
    }

    @Override
    public void putUndistilled(PutUndistilled put) {
        if (put.undistilled() == null) {
            undistilled.remove(put.session());
        } else {
            undistilled.put(put.session(), put.undistilled());
        }
    }

    @Override
    public Undistilled undistilled(String session) {
        return undistilled.get(session);
    }

    @Override
    public Iterable<String> undistilledSessions() {
        return List.copyOf(undistilled.keySet());
    }

    @Override
    public Pending pending(Position of) {
        return pending.get(of);
    }

    @Override
    public void putHeader(PutHeader put) {
        header = put.header();
    }

    @Override
    public MemoryHeader header() {
        return header;
    }

    @Override
    public MemoryRecord record(long ordinal) {
        return records.get(ordinal);
    }

    @Override
    public float[] vector(long ordinal) {
        return vectors.get(ordinal);
    }

    @Override
    public long[] versions(String id) {
        return versions.getOrDefault(id, NONE);
    }

    @Override
    public long[] withFingerprint(String fingerprint) {
        return fingerprints.getOrDefault(fingerprint, NONE);
    }

    @Override
    public long[] near(float[] unit, double minCosine, int limit) {
        return vectors.keySet().stream()
                .filter(ordinal -> records.get(ordinal).knownTo() == null)
                .filter(ordinal -> dot(unit, vectors.get(ordinal)) >= minCosine - 1e-6)
                .sorted(Comparator.comparingDouble(o -> -dot(unit, vectors.get(o))))
                .limit(limit)
                .mapToLong(Long::longValue)
                .toArray();
    }

    @Override
    public Iterable<RecordRow> records() {
        return records.entrySet().stream()
                .map(row -> new RecordRow(row.getKey(), row.getValue()))
                .toList();
    }

    @Override
    public long turnRow(String key) {
        return turnRows.getOrDefault(key, -1L);
    }

    @Override
    public Turn turn(long ordinal) {
        return turns.get(ordinal);
    }

    @Override
    public List<float[]> turnVectors(long ordinal) {
        return turnVectors.getOrDefault(ordinal, List.of());
    }

    @Override
    public Iterable<TurnRow> turns() {
        return turns.entrySet().stream()
                .map(row -> new TurnRow(row.getKey(), row.getValue()))
                .toList();
    }

    @Override
    public Entity entity(long ordinal) {
        return entities.get(ordinal);
    }

    @Override
    public Iterable<EntityRow> entities() {
        return entities.entrySet().stream()
                .map(row -> new EntityRow(row.getKey(), row.getValue()))
                .toList();
    }

    @Override
    public Fact fact(long ordinal) {
        return facts.get(ordinal);
    }

    @Override
    public float[] factVector(long ordinal) {
        return factVectors.get(ordinal);
    }

    @Override
    public Iterable<FactRow> facts() {
        return facts.entrySet().stream()
                .map(row -> new FactRow(row.getKey(), row.getValue()))
                .toList();
    }

    @Override
    public long[] graphIndex(String key) {
        return graphIndex.getOrDefault(key, NONE);
    }

    @Override
    public Timeline timeline(String key) {
        return timelines.get(key);
    }

    @Override
    public CommandOutcome answer(String idempotencyKey) {
        return answers.get(idempotencyKey);
    }

    private static double dot(float[] one, float[] other) {
        double sum = 0;
        for (int i = 0; i < one.length; i++) {
            sum += (double) one[i] * other[i];
        }
        return sum;
    }

    private static void set(Map<String, long[]> index, String key, long[] ordinals) {
        if (ordinals.length == 0) {
            index.remove(key);
        } else {
            index.put(key, ordinals);
        }
    }
}
