package dev.alluvium.state.query;

import dev.alluvium.state.query.GetRecord.Found;
import dev.alluvium.state.record.MemoryRecord;
import dev.alluvium.state.store.MemoryRows;

/** Reads the current version of one record; the result is null where there is none. */
public record GetRecord(String id) implements RowQuery<Found> {

    @Override
    public Found on(MemoryRows rows) {
        long[] versions = rows.versions(id);
        if (versions.length == 0) {
            return null;
        }
        long current = versions[versions.length - 1];
        return new Found(rows.record(current), rows.vector(current));
    }

    /** A record and its vector, or null where it has none. */
    public record Found(MemoryRecord record, float[] vector) {}
}
