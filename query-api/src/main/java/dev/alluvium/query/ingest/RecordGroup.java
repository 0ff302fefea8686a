package dev.alluvium.query.ingest;

import dev.alluvium.state.MemoryId;
import dev.alluvium.state.command.Command;
import dev.alluvium.state.command.Remember;
import dev.alluvium.state.record.RecordDraft;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Records that are remembered together, each id once. */
final class RecordGroup extends Group {

    /** Few: each is compared with all others of its command. */
    private static final int MAX_RECORDS = 128;

    private final boolean infer;
    private final List<RecordDraft> records = new ArrayList<>();
    private final Set<String> ids = new HashSet<>();

    RecordGroup(MemoryId memory, boolean infer) {
        super(memory);
        this.infer = infer;
    }

    @Override
    boolean fits(ImportItem item) {
        return item instanceof ImportItem.Record row
                && records.size() < MAX_RECORDS
                && !ids.contains(row.draft().id());
    }

    @Override
    void put(ImportItem item) {
        RecordDraft draft = ((ImportItem.Record) item).draft();
        records.add(draft);
        if (draft.id() != null) {
            ids.add(draft.id());
        }
    }

    @Override
    Command command(String idempotencyKey) {
        return new Remember(memory(), idempotencyKey, records, infer);
    }
}
