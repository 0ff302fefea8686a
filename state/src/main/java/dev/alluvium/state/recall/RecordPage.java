package dev.alluvium.state.recall;

import dev.alluvium.state.PageCursor;
import dev.alluvium.state.record.MemoryRecord;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Records newest first, where the next page begins (a {@link PageCursor} of the last record; null
 * at the end), and how many there are in all.
 */
public record RecordPage(List<MemoryRecord> records, String nextCursor, long total) {

    /** The order of a listing: newest first, then by id. */
    public static final Comparator<MemoryRecord> ORDER =
            Comparator.comparing(MemoryRecord::createdAt)
                    .reversed()
                    .thenComparing(MemoryRecord::id);

    public RecordPage {
        records = List.copyOf(records);
    }

    /** A page of {@code limit} over two disjoint parts of the same listing. */
    public RecordPage merge(RecordPage other, int limit) {
        List<MemoryRecord> both =
                Stream.concat(records.stream(), other.records.stream()).sorted(ORDER).toList();
        boolean more = nextCursor != null || other.nextCursor != null || both.size() > limit;
        List<MemoryRecord> page = both.subList(0, Math.min(limit, both.size()));
        MemoryRecord last = page.isEmpty() ? null : page.get(page.size() - 1);
        return new RecordPage(
                page,
                more ? new PageCursor(last.createdAt(), last.id()).toString() : null,
                total + other.total);
    }
}
