package dev.alluvium.operators.memory;

import dev.alluvium.operators.serving.MemoryOwner.EncodedRows;
import dev.alluvium.operators.serving.MemoryOwner.RowCursor;
import dev.alluvium.state.change.Change.PutRecord;
import dev.alluvium.state.change.Change.PutTurn;
import dev.alluvium.state.codec.RowCodec;
import dev.alluvium.state.view.ViewBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Reads the rows of one memory in the order of their ordinals, a bounded chunk at a time, while
 * commands are applied in between; rows that change meanwhile may be seen before or after, and
 * their changes are kept by who loads.
 */
final class StateCursor implements RowCursor {

    private static final int MAX_ROWS = 512;
    private static final int MAX_BYTES = 1 << 20;

    private final Runnable select;
    private final OrdinalWalk records;
    private final OrdinalWalk vectors;
    private final OrdinalWalk turns;
    private Map.Entry<Long, byte[]> vector;

    /**
     * @param rows of the memory, whose key is the current one
     * @param select makes it so again
     */
    StateCursor(RowStates states, StoredRows rows, Runnable select) throws Exception {
        this.select = select;
        records = new OrdinalWalk(states.records, () -> rows.header().nextRecord());
        vectors = new OrdinalWalk(states.vectors, () -> rows.header().nextRecord());
        turns = new OrdinalWalk(states.turns, () -> rows.header().nextTurn());
        vector = vectors.next();
    }

    @Override
    public EncodedRows next() {
        select.run();
        return Checked.get(this::chunk);
    }

    private EncodedRows chunk() throws Exception {
        List<RecordRow> recordRows = new ArrayList<>();
        List<Map.Entry<Long, byte[]>> turnRows = new ArrayList<>();
        int bytes = 0;
        Map.Entry<Long, byte[]> row;
        while (recordRows.size() < MAX_ROWS
                && bytes < MAX_BYTES
                && (row = records.next()) != null) {
            byte[] value = row.getValue();
            byte[] itsVector = vectorOf(row.getKey());
            recordRows.add(new RecordRow(row.getKey(), value, itsVector));
            bytes += value.length + (itsVector == null ? 0 : itsVector.length);
        }
        while (recordRows.size() + turnRows.size() < MAX_ROWS
                && bytes < MAX_BYTES
                && (row = turns.next()) != null) {
            byte[] value = row.getValue();
            turnRows.add(Map.entry(row.getKey(), value));
            bytes += value.length;
        }
        return recordRows.isEmpty() && turnRows.isEmpty() ? null : new Rows(recordRows, turnRows);
    }

    private byte[] vectorOf(long ordinal) throws Exception {
        while (vector != null && vector.getKey() < ordinal) {
            vector = vectors.next();
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
