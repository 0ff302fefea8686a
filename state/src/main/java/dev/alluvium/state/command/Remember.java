package dev.alluvium.state.command;

import dev.alluvium.state.MemoryId;
import dev.alluvium.state.record.RecordDraft;
import java.util.List;

/**
 * Remembers a batch of records; the batch is deduplicated as one.
 *
 * @param infer whether a language model is asked what the writer left open: scope, categories and
 *     importance, and what becomes of records that say nearly the same
 */
public record Remember(
        MemoryId memory, String idempotencyKey, List<RecordDraft> records, boolean infer)
        implements Command {

    /** Most records in one batch. */
    public static final int MAX_RECORDS = 1000;

    /** Remembers without a language model. */
    public Remember(MemoryId memory, String idempotencyKey, List<RecordDraft> records) {
        this(memory, idempotencyKey, records, false);
    }

    public Remember {
        records = List.copyOf(records);
    }

    @Override
    public <R> R match(Visitor<R> visitor) {
        return visitor.remember(this);
    }
}
