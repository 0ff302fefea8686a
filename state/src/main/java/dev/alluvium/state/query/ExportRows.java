package dev.alluvium.state.query;

import dev.alluvium.state.episode.Turn;
import dev.alluvium.state.query.ExportRows.Page;
import dev.alluvium.state.query.GetRecord.Found;
import dev.alluvium.state.record.MemoryRecord;
import dev.alluvium.state.store.MemoryRows;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the next rows of a memory in the order they were written: records, then turns. Rows deleted
 * meanwhile are passed over, rows added meanwhile come at the end.
 *
 * @param nextRecord the first record row to read; {@link #NONE} to read none
 * @param nextTurn the first turn row to read; {@link #NONE} to read none
 * @param limit most rows looked at
 * @param asOf only what holds, or was said before, at this instant; null for any
 * @param knownAt what was known at this instant; null for now
 */
public record ExportRows(long nextRecord, long nextTurn, int limit, Instant asOf, Instant knownAt)
        implements RowQuery<Page> {

    public static final long NONE = Long.MAX_VALUE;

    /** What is known now, whenever it holds. */
    public ExportRows(long nextRecord, long nextTurn, int limit) {
        this(nextRecord, nextTurn, limit, null, null);
    }

    @Override
    public Page on(MemoryRows rows) {
        List<Found> records = new ArrayList<>();
        List<Turn> turns = new ArrayList<>();
        long record = nextRecord;
        long turn = nextTurn;
        int left = limit;
        for (; left > 0 && record < rows.header().nextRecord(); record++, left--) {
            MemoryRecord found = rows.record(record);
            if (found != null && shows(found)) {
                records.add(new Found(found, rows.vector(record)));
            }
        }
        for (; left > 0 && turn < rows.header().nextTurn(); turn++, left--) {
            Turn found = rows.turn(turn);
            if (found != null && shows(found)) {
                turns.add(found);
            }
        }
        return new Page(records, turns, record, turn, left > 0);
    }

    private boolean shows(MemoryRecord record) {
        boolean known = knownAt == null ? record.knownTo() == null : record.isKnownAt(knownAt);
        return known && (asOf == null || record.isValidAt(asOf));
    }

    private boolean shows(Turn turn) {
        return (asOf == null || !turn.at().isAfter(asOf))
                && (knownAt == null || !turn.knownFrom().isAfter(knownAt));
    }

    /** Rows, where the next page begins, and whether this was the last. */
    public record Page(
            List<Found> records, List<Turn> turns, long nextRecord, long nextTurn, boolean last) {}
}
