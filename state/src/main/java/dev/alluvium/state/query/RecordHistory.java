package dev.alluvium.state.query;

import dev.alluvium.state.record.MemoryRecord;
import dev.alluvium.state.store.MemoryRows;
import java.util.Arrays;
import java.util.List;

/** Reads all versions of one record, oldest first; empty where there is none. */
public record RecordHistory(String id) implements RowQuery<List<MemoryRecord>> {

    @Override
    public List<MemoryRecord> on(MemoryRows rows) {
        return Arrays.stream(rows.versions(id)).mapToObj(rows::record).toList();
    }
}
