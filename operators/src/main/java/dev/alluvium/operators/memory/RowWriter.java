package dev.alluvium.operators.memory;

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
import dev.alluvium.state.codec.GraphCodec;
import dev.alluvium.state.codec.RowCodec;
import org.apache.flink.api.common.state.MapState;

/**
 * Writes changes to the keyed state of the current key, and keeps its near-duplicate index in step.
 */
final class RowWriter {

    private final RowStates states;
    private final NearIndexes near;
    private final Write write = new Write();

    RowWriter(RowStates states, NearIndexes near) {
        this.states = states;
        this.near = near;
    }

    void write(Change change) {
        Checked.run(() -> change.match(write));
    }

    /** One case for each kind of row. */
    private final class Write implements Change.Visitor<Exception> {

        @Override
        public void putRecord(PutRecord put) throws Exception {
            states.records.put(put.ordinal(), RowCodec.record(put.record()));
            boolean current = put.record().knownTo() == null;
            if (put.vector() != null) {
                states.vectors.put(put.ordinal(), RowCodec.vector(put.vector(), current));
                if (current) {
                    near.added(put.ordinal(), put.vector());
                }
            } else if (!current) {
                byte[] vector = states.vectors.get(put.ordinal());
                if (vector != null) {
                    states.vectors.put(
                            put.ordinal(), RowCodec.vector(RowCodec.vector(vector), false));
                    near.removed(put.ordinal());
                }
            }
        }

        @Override
        public void deleteRecord(DeleteRecord delete) throws Exception {
            states.records.remove(delete.ordinal());
            states.vectors.remove(delete.ordinal());
            near.removed(delete.ordinal());
        }

        @Override
        public void indexRecord(IndexRecord index) throws Exception {
            putOrdinals(states.recordRows, index.id(), index.ordinals());
        }

        @Override
        public void indexFingerprint(IndexFingerprint index) throws Exception {
            putOrdinals(states.fingerprints, index.fingerprint(), index.ordinals());
        }

        @Override
        public void putTurn(PutTurn put) throws Exception {
            states.turns.put(put.ordinal(), RowCodec.turn(put.turn(), put.vectors()));
        }

        @Override
        public void deleteTurn(DeleteTurn delete) throws Exception {
            states.turns.remove(delete.ordinal());
        }

        @Override
        public void indexTurn(IndexTurn index) throws Exception {
            if (index.ordinal() < 0) {
                states.turnRows.remove(index.key());
            } else {
                states.turnRows.put(index.key(), index.ordinal());
            }
        }

        @Override
        public void putEntity(PutEntity put) throws Exception {
            states.entities.put(put.ordinal(), GraphCodec.entity(put.entity()));
        }

        @Override
        public void deleteEntity(DeleteEntity delete) throws Exception {
            states.entities.remove(delete.ordinal());
        }

        @Override
        public void putFact(PutFact put) throws Exception {
            states.facts.put(put.ordinal(), GraphCodec.fact(put.fact()));
            if (put.vector() != null && put.vector().length == 0) {
                states.factVectors.remove(put.ordinal());
            } else if (put.vector() != null) {
                states.factVectors.put(put.ordinal(), RowCodec.vector(put.vector(), true));
            }
        }

        @Override
        public void deleteFact(DeleteFact delete) throws Exception {
            states.facts.remove(delete.ordinal());
            states.factVectors.remove(delete.ordinal());
        }

        @Override
        public void indexGraph(IndexGraph index) throws Exception {
            putOrdinals(states.graphIndex, index.key(), index.ordinals());
        }

        @Override
        public void putTimeline(PutTimeline put) throws Exception {
            if (put.timeline() == null) {
                states.timelines.remove(put.key());
            } else {
                states.timelines.put(put.key(), GraphCodec.timeline(put.timeline()));
            }
        }

        @Override
        public void putAnswer(PutAnswer put) throws Exception {
            states.answers.put(put.idempotencyKey(), RowCodec.answer(put.outcome()));
        }

        @Override
        public void putPending(PutPending put) throws Exception {
            if (put.pending() == null) {
                states.pending.remove(put.of().toString());
            } else {
                states.pending.put(put.of().toString(), RowCodec.pending(put.pending()));
            }
        }

        @Override
        public void putUndistilled(PutUndistilled put) throws Exception {
            if (put.undistilled() == null) {
                states.undistilled.remove(put.session());
            } else {
                states.undistilled.put(put.session(), RowCodec.undistilled(put.undistilled()));
            }
        }

        @Override
        public void dropVectors(DropVectors drop) {
            states.clearVectors();
            near.cleared();
        }

        @Override
        public void clear(Clear clear) {
            states.clear();
            near.cleared();
        }

        @Override
        public void putHeader(PutHeader put) throws Exception {
            states.header.update(RowCodec.header(put.header()));
        }

        private static void putOrdinals(MapState<String, byte[]> state, String key, long[] ordinals)
                throws Exception {
            if (ordinals.length == 0) {
                state.remove(key);
            } else {
                state.put(key, RowCodec.ordinals(ordinals));
            }
        }
    }
}
