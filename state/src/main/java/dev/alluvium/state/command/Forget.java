package dev.alluvium.state.command;

import dev.alluvium.state.MemoryId;

/** Deletes, physically, the records that meet all filters. */
public record Forget(MemoryId memory, String idempotencyKey, ForgetFilter filter)
        implements Command {

    @Override
    public <R> R match(Visitor<R> visitor) {
        return visitor.forget(this);
    }
}
