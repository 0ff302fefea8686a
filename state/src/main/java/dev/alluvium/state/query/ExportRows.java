package dev.alluvium.state.query;

import dev.alluvium.state.episode.Turn;
import dev.alluvium.state.query.ExportRows.Page;
import dev.alluvium.state.query.GetRecord.Found;
import dev.alluvium.state.record.MemoryRecord;
import dev.alluvium.state.store.MemoryRows;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the next rows of a memory in the order they were written: current records, then turns. Rows
 * deleted meanwhile are passed over, rows added meanwhile come at the end.
 *
 * @param nextRecord the first record row to read
 * @param nextTurn the first turn row to read
 * @param limit most rows looked at
 */
public record ExportRows(long nextRecord, long nextTurn, int limit) implements RowQuery<Page> {

    @Override
    public Page on(MemoryRows rows) {
        List<Found> records = new ArrayList<>();
        List<Turn> turns = new ArrayList<>();
        long record = nextRecord;
        long turn = nextTurn;
        int left = limit;
        for (; left > 0 && record < rows.header().nextRecord(); record++, left--) {
            MemoryRecord found = rows.record(record);
            if (found != null && found.knownTo() == null) {
                records.add(new Found(found, rows.vector(record)));
            }
        }
        for (; left > 0 && turn < rows.header().nextTurn(); turn++, left--) {
            Turn found = rows.turn(turn);
            if (found != null) {
                turns.add(found);
            }
        }
        return new Page(records, turns, record, turn, left > 0);
    }

    /** Rows, where the next page begins, and whether this was the last. */
    public record Page(
            List<Found> records, List<Turn> turns, long nextRecord, long nextTurn, boolean last) {}
}
