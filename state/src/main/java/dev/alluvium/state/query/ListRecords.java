package dev.alluvium.state.query;

import dev.alluvium.state.recall.RecordFilter;
import dev.alluvium.state.recall.RecordPage;
import dev.alluvium.state.view.MemoryView;

/** Lists records, newest first, paged. */
public record ListRecords(RecordFilter filter, int limit, String cursor)
        implements ViewQuery<RecordPage> {

    @Override
    public RecordPage on(MemoryView view) {
        return view.records().list(filter, limit, cursor);
    }

    @Override
    public RecordPage merge(RecordPage one, RecordPage other) {
        return one.merge(other, limit);
    }
}
