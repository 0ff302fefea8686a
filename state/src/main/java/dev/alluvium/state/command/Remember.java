package dev.alluvium.state.command;

import dev.alluvium.state.MemoryId;
import dev.alluvium.state.record.RecordDraft;
import java.util.List;

/** Remembers a batch of records; the batch is deduplicated as one. */
public record Remember(MemoryId memory, String idempotencyKey, List<RecordDraft> records)
        implements Command {

    /** Most records in one batch. */
    public static final int MAX_RECORDS = 1000;

    public Remember {
        records = List.copyOf(records);
    }

    @Override
    public <R> R match(Visitor<R> visitor) {
        return visitor.remember(this);
    }
}
