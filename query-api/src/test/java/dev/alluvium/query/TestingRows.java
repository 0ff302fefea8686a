package dev.alluvium.query;

import dev.alluvium.state.change.Change;
import dev.alluvium.state.change.Change.Clear;
import dev.alluvium.state.change.Change.DeleteRecord;
import dev.alluvium.state.change.Change.DeleteTurn;
import dev.alluvium.state.change.Change.IndexFingerprint;
import dev.alluvium.state.change.Change.IndexRecord;
import dev.alluvium.state.change.Change.IndexTurn;
import dev.alluvium.state.change.Change.PutAnswer;
import dev.alluvium.state.change.Change.PutHeader;
import dev.alluvium.state.change.Change.PutRecord;
import dev.alluvium.state.change.Change.PutTurn;
import dev.alluvium.state.change.MemoryHeader;
import dev.alluvium.state.episode.Turn;
import dev.alluvium.state.outcome.CommandOutcome;
import dev.alluvium.state.record.MemoryRecord;
import dev.alluvium.state.store.MemoryRows;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** The rows of one memory in maps, near neighbours found by looking at all. */
final class TestingRows implements MemoryRows {

    private final TreeMap<Long, MemoryRecord> records = new TreeMap<>();
    private final Map<Long, float[]> vectors = new HashMap<>();
    private final Map<String, long[]> versions = new HashMap<>();
    private final Map<String, long[]> fingerprints = new HashMap<>();
    private final TreeMap<Long, Turn> turns = new TreeMap<>();
    private final Map<String, Long> turnRows = new HashMap<>();
    private final Map<String, CommandOutcome> answers = new HashMap<>();
    private MemoryHeader header = MemoryHeader.EMPTY;

    void apply(Change change) {
        if (change instanceof PutRecord put) {
            records.put(put.ordinal(), put.record());
            if (put.vector() != null) {
                vectors.put(put.ordinal(), put.vector());
            }
        } else if (change instanceof DeleteRecord delete) {
            records.remove(delete.ordinal());
            vectors.remove(delete.ordinal());
        } else if (change instanceof IndexRecord index) {
            set(versions, index.id(), index.ordinals());
        } else if (change instanceof IndexFingerprint index) {
            set(fingerprints, index.fingerprint(), index.ordinals());
        } else if (change instanceof PutTurn put) {
            turns.put(put.ordinal(), put.turn());
        } else if (change instanceof DeleteTurn delete) {
            turns.remove(delete.ordinal());
        } else if (change instanceof IndexTurn index) {
            turnRows.put(index.key(), index.ordinal());
        } else if (change instanceof PutAnswer put) {
            answers.put(put.idempotencyKey(), put.outcome());
        } else if (change instanceof Clear) {
            records.clear();
            vectors.clear();
            versions.clear();
            fingerprints.clear();
            turns.clear();
            turnRows.clear();
            answers.clear();
        } else if (change instanceof PutHeader put) {
            header = put.header();
        }
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
        return versions.getOrDefault(id, new long[0]);
    }

    @Override
    public long[] withFingerprint(String fingerprint) {
        return fingerprints.getOrDefault(fingerprint, new long[0]);
    }

    @Override
    public long[] near(float[] unit, double minCosine, int limit) {
        return vectors.keySet().stream().mapToLong(Long::longValue).toArray();
    }

    @Override
    public Iterable<RecordRow> records() {
        return records.entrySet().stream()
                .map(e -> new RecordRow(e.getKey(), e.getValue()))
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
    public Iterable<TurnRow> turns() {
        return turns.entrySet().stream().map(e -> new TurnRow(e.getKey(), e.getValue())).toList();
    }

    @Override
    public CommandOutcome answer(String idempotencyKey) {
        return answers.get(idempotencyKey);
    }

    private static void set(Map<String, long[]> index, String key, long[] ordinals) {
        if (ordinals.length == 0) {
            index.remove(key);
        } else {
            index.put(key, ordinals);
        }
    }
}
