package dev.alluvium.state.core;

import dev.alluvium.state.command.ForgetFilter;
import dev.alluvium.state.record.MemoryRecord;
import dev.alluvium.state.store.MemoryRows.RecordRow;
import java.util.ArrayList;
import java.util.List;

/** Deletes records physically, with their history. */
final class Forgetting {

    private Forgetting() {}

    /** How many records met the filter and are gone. */
    static long forget(Draft draft, ForgetFilter filter) {
        List<String> met = filter.ids() != null ? named(draft, filter) : scanned(draft, filter);
        met.forEach(draft::delete);
        return met.size();
    }

    private static List<String> named(Draft draft, ForgetFilter filter) {
        return filter.ids().stream()
                .distinct()
                .filter(
                        id ->
                                draft.current(id) >= 0
                                        && filter.meetsBesidesId(draft.record(draft.current(id))))
                .toList();
    }

    private static List<String> scanned(Draft draft, ForgetFilter filter) {
        List<String> met = new ArrayList<>();
        for (RecordRow row : draft.base().records()) {
            MemoryRecord record = row.record();
            if (record.knownTo() == null && filter.meets(record)) {
                met.add(record.id());
            }
        }
        return met;
    }
}
