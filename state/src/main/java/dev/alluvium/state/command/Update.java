package dev.alluvium.state.command;

import dev.alluvium.state.MemoryId;
import dev.alluvium.state.record.RecordPatch;

/** Writes a new version of one record. */
public record Update(MemoryId memory, String idempotencyKey, String id, RecordPatch patch)
        implements Command {

    @Override
    public <R> R match(Visitor<R> visitor) {
        return visitor.update(this);
    }
}
