package dev.alluvium.operators.memory;

import dev.alluvium.operators.serving.MemoryOwner.EncodedRows;
import dev.alluvium.operators.serving.MemoryOwner.RowCursor;
import dev.alluvium.state.change.Change.PutEntity;
import dev.alluvium.state.change.Change.PutFact;
import dev.alluvium.state.change.Change.PutRecord;
import dev.alluvium.state.change.Change.PutTurn;
import dev.alluvium.state.codec.GraphCodec;
import dev.alluvium.state.codec.RowCodec;
import dev.alluvium.state.reembed.Reembedding;
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
    private final StoredRows rows;
    private final OrdinalWalk entities;
    private final OrdinalWalk facts;
    private final VectorWalk vectorOfFact;
    private final OrdinalWalk records;
    private final VectorWalk vectorOfRecord;
    private final OrdinalWalk turns;

    /**
     * @param rows of the memory, whose key is the current one
     * @param select makes it so again
     */
    StateCursor(RowStates states, StoredRows rows, Runnable select) throws Exception {
        this.select = select;
        this.rows = rows;
        entities = new OrdinalWalk(states.entities, () -> rows.header().graph().nextEntity());
        facts = new OrdinalWalk(states.facts, () -> rows.header().graph().nextFact());
        vectorOfFact =
                new VectorWalk(
                        new OrdinalWalk(
                                states.factVectors, () -> rows.header().graph().nextFact()));
        records = new OrdinalWalk(states.records, () -> rows.header().nextRecord());
        vectorOfRecord =
                new VectorWalk(new OrdinalWalk(states.vectors, () -> rows.header().nextRecord()));
        turns = new OrdinalWalk(states.turns, () -> rows.header().nextTurn());
    }

    @Override
    public EncodedRows next() {
        select.run();
        return Checked.get(this::chunk);
    }

    /**
     * The graph first, and alone in its chunks: a relation is shown with both of its entities, so
     * its rows must not be parted.
     */
    private EncodedRows chunk() throws Exception {
        Chunk chunk = new Chunk();
        chunk.read(entities, null);
        int entityRows = chunk.rows.size();
        chunk.read(facts, vectorOfFact);
        if (!chunk.rows.isEmpty()) {
            return new GraphRows(
                    chunk.rows.subList(0, entityRows),
                    chunk.rows.subList(entityRows, chunk.rows.size()));
        }
        chunk.read(records, vectorOfRecord);
        int recordRows = chunk.rows.size();
        chunk.read(turns, null);
        return chunk.rows.isEmpty()
                ? null
                : new Rows(
                        chunk.rows.subList(0, recordRows),
                        chunk.rows.subList(recordRows, chunk.rows.size()),
                        rows.header().reembedding());
    }

    /** Rows read in one go, as many as bounded time allows. */
    private static final class Chunk {

        final List<Row> rows = new ArrayList<>();
        private int bytes;

        void read(OrdinalWalk walk, VectorWalk vectors) throws Exception {
            Map.Entry<Long, byte[]> row;
            while (rows.size() < MAX_ROWS && bytes < MAX_BYTES && (row = walk.next()) != null) {
                byte[] vector = vectors == null ? null : vectors.of(row.getKey());
                rows.add(new Row(row.getKey(), row.getValue(), vector));
                bytes += row.getValue().length + (vector == null ? 0 : vector.length);
            }
        }
    }

    /** Walks the vectors beside the rows that may have one. */
    private static final class VectorWalk {

        private final OrdinalWalk vectors;
        private Map.Entry<Long, byte[]> next;

        VectorWalk(OrdinalWalk vectors) throws Exception {
            this.vectors = vectors;
            next = vectors.next();
        }

        byte[] of(long ordinal) throws Exception {
            while (next != null && next.getKey() < ordinal) {
                next = vectors.next();
            }
            return next != null && next.getKey() == ordinal ? next.getValue() : null;
        }
    }

    private record Row(long ordinal, byte[] bytes, byte[] vector) {
        float[] decodedVector() {
            return vector == null ? null : RowCodec.vector(vector);
        }
    }

    private record GraphRows(List<Row> entities, List<Row> facts) implements EncodedRows {

        @Override
        public void applyTo(ViewBuilder builder) {
            for (Row row : entities) {
                builder.apply(new PutEntity(row.ordinal(), GraphCodec.entity(row.bytes())));
            }
            for (Row row : facts) {
                builder.apply(
                        new PutFact(
                                row.ordinal(), GraphCodec.fact(row.bytes()), row.decodedVector()));
            }
        }

        @Override
        public boolean belongWithNext() {
            return true;
        }
    }

    /**
     * @param reembedding as it was when these were read; or null
     */
    private record Rows(List<Row> records, List<Row> turns, Reembedding reembedding)
            implements EncodedRows {

        @Override
        public void applyTo(ViewBuilder builder) {
            for (Row row : records) {
                builder.apply(
                        new PutRecord(
                                row.ordinal(), RowCodec.record(row.bytes()), row.decodedVector()));
            }
            for (Row row : turns) {
                RowCodec.TurnEntry entry = RowCodec.turn(row.bytes());
                builder.apply(
                        new PutTurn(
                                row.ordinal(),
                                entry.turn(),
                                isStale(row) ? List.of() : entry.vectors()));
            }
        }

        private boolean isStale(Row turn) {
            return reembedding != null && reembedding.isStale(turn.ordinal());
        }
    }
}
