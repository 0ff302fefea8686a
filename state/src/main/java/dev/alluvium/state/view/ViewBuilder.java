package dev.alluvium.state.view;

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
import dev.alluvium.state.episode.TurnIndex;
import dev.alluvium.state.episode.TurnView;
import dev.alluvium.state.episode.TurnWeights;
import dev.alluvium.state.graph.read.GraphIndex;
import dev.alluvium.state.recall.RecordIndex;
import dev.alluvium.state.text.TextAnalyzer;
import dev.alluvium.state.vector.CosineCalibration;

/**
 * Keeps the columns of a memory that is in use in step with its rows, and gives each state of them
 * as a view.
 *
 * <p>One thread, the memory's owner, applies changes and makes views; it publishes a view to
 * readers itself, by a volatile write. Applying a change again changes nothing, so rows may be
 * loaded in slices while writes go on: a row that a write put or a slice read arrives in either
 * order, as long as each is the row's newest state.
 */
public final class ViewBuilder {

    /** Fewer removed turns than this are not worth loading a memory anew. */
    private static final int FEW_REMOVED = 1024;

    private final TextAnalyzer analyzer;
    private final RecordIndex records;
    private final GraphIndex graph;
    private TurnIndex turns;
    private int removedTurns;
    private final Columns columns = new Columns();
    private MemoryHeader header = MemoryHeader.EMPTY;

    /**
     * A builder for an empty memory.
     *
     * @param calibration of the model that makes the memory's vectors
     * @param analyzer may be shared by all memories
     */
    public ViewBuilder(CosineCalibration calibration, TextAnalyzer analyzer) {
        this.analyzer = analyzer;
        this.records = new RecordIndex(calibration, analyzer);
        this.graph = new GraphIndex(calibration, analyzer, StoredFacts.FORMAT);
        this.turns = noTurns();
    }

    /** Applies one row's change; those of rows that only the core reads are passed over. */
    public void apply(Change change) {
        change.match(columns);
    }

    /** The memory as it is now: immutable, for any thread. */
    public MemoryView view() {
        TurnView shown = turns.view();
        removedTurns = turns.slots() - shown.count();
        return new MemoryView(header, records.view(), shown, graph.view());
    }

    /**
     * Whether the last view holds more removed turns than turns, so that a builder loaded anew
     * would free much. Records need no such care: their columns are made anew as they are deleted.
     */
    public boolean isMostlyRemoved() {
        return removedTurns > FEW_REMOVED && removedTurns > turns.slots() / 2;
    }

    /** Estimated heap of the columns, in bytes. */
    public long bytes() {
        return view().bytes();
    }

    private TurnIndex noTurns() {
        return new TurnIndex(analyzer, TurnWeights.DEFAULT);
    }

    /** What each kind of change means for the columns. */
    private final class Columns implements Change.Visitor<RuntimeException> {

        @Override
        public void putRecord(PutRecord put) {
            records.put(put.ordinal(), put.record(), put.vector());
        }

        @Override
        public void deleteRecord(DeleteRecord delete) {
            records.delete(delete.ordinal());
        }

        @Override
        public void putTurn(PutTurn put) {
            turns.put(put.ordinal(), put.turn(), put.vectors());
        }

        @Override
        public void deleteTurn(DeleteTurn delete) {
            turns.remove(delete.ordinal());
        }

        @Override
        public void dropVectors(DropVectors drop) {
            // Whoever keeps a view lets it go.
        }

        @Override
        public void clear(Clear clear) {
            records.clear();
            turns = noTurns();
            graph.clear();
        }

        @Override
        public void putHeader(PutHeader put) {
            header = put.header();
        }

        @Override
        public void putEntity(PutEntity put) {
            graph.putEntity(put.ordinal(), put.entity());
        }

        @Override
        public void deleteEntity(DeleteEntity delete) {
            graph.deleteEntity(delete.ordinal());
        }

        @Override
        public void putFact(PutFact put) {
            graph.putFact(put.ordinal(), put.fact(), put.vector());
        }

        @Override
        public void deleteFact(DeleteFact delete) {
            graph.deleteFact(delete.ordinal());
        }

        @Override
        public void indexGraph(IndexGraph index) {}

        @Override
        public void putTimeline(PutTimeline put) {}

        @Override
        public void indexRecord(IndexRecord index) {}

        @Override
        public void indexFingerprint(IndexFingerprint index) {}

        @Override
        public void indexTurn(IndexTurn index) {}

        @Override
        public void putPending(PutPending put) {
            // No reader asks for it.
        }

        @Override
        public void putUndistilled(PutUndistilled put) {
            // Nor for this.
        }

        @Override
        public void putAnswer(PutAnswer put) {}
    }
}
