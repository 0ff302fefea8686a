package dev.alluvium.operators.memory;

import dev.alluvium.operators.serving.MemoryOwner.EncodedRows;
import dev.alluvium.operators.serving.MemoryOwner.RowCursor;
import dev.alluvium.state.change.Change.PutRecord;
import dev.alluvium.state.change.Change.PutTurn;
import dev.alluvium.state.codec.RowCodec;
import dev.alluvium.state.view.ViewBuilder;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Reads the rows of one memory in the order of their ordinals, a bounded chunk at a time. RocksDB's
 * map iterator holds the key it was made for and fetches small batches afresh, so it goes on across
 * other keys' records; rows that change meanwhile may be seen before or after, and their changes
 * are kept by who loads.
 */
final class StateCursor implements RowCursor {

    private static final int MAX_ROWS = 512;
    private static final int MAX_BYTES = 1 << 20;

    private final Iterator<Map.Entry<Long, byte[]>> records;
    private final Iterator<Map.Entry<Long, byte[]>> vectors;
    private final Iterator<Map.Entry<Long, byte[]>> turns;
    private Map.Entry<Long, byte[]> vector;

    StateCursor(RowStates states) throws Exception {
        records = states.records.iterator();
        vectors = states.vectors.iterator();
        turns = states.turns.iterator();
        vector = vectors.hasNext() ? vectors.next() : null;
    }

    @Override
    public EncodedRows next() {
        List<RecordRow> recordRows = new ArrayList<>();
        List<Map.Entry<Long, byte[]>> turnRows = new ArrayList<>();
        int bytes = 0;
        while (recordRows.size() < MAX_ROWS && bytes < MAX_BYTES && records.hasNext()) {
            Map.Entry<Long, byte[]> row = records.next();
            byte[] value = row.getValue();
            byte[] itsVector = vectorOf(row.getKey());
            recordRows.add(new RecordRow(row.getKey(), value, itsVector));
            bytes += value.length + (itsVector == null ? 0 : itsVector.length);
        }
        while (recordRows.size() + turnRows.size() < MAX_ROWS
                && bytes < MAX_BYTES
                && turns.hasNext()) {
            Map.Entry<Long, byte[]> row = turns.next();
            byte[] value = row.getValue();
            turnRows.add(Map.entry(row.getKey(), value));
            bytes += value.length;
        }
        return recordRows.isEmpty() && turnRows.isEmpty() ? null : new Rows(recordRows, turnRows);
    }

    private byte[] vectorOf(long ordinal) {
        while (vector != null && vector.getKey() < ordinal) {
            vector = vectors.hasNext() ? vectors.next() : null;
        }
        return vector != null && vector.getKey() == ordinal ? vector.getValue() : null;
    }

    private record RecordRow(long ordinal, byte[] record, byte[] vector) {}

    private record Rows(List<RecordRow> records, List<Map.Entry<Long, byte[]>> turns)
            implements EncodedRows {

        @Override
        public void applyTo(ViewBuilder builder) {
            for (RecordRow row : records) {
                float[] vector = row.vector() == null ? null : RowCodec.vector(row.vector());
                builder.apply(new PutRecord(row.ordinal(), RowCodec.record(row.record()), vector));
            }
            for (Map.Entry<Long, byte[]> row : turns) {
                RowCodec.TurnEntry entry = RowCodec.turn(row.getValue());
                builder.apply(new PutTurn(row.getKey(), entry.turn(), entry.vectors()));
            }
        }
    }
}
