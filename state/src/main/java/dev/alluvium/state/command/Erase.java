package dev.alluvium.state.command;

import dev.alluvium.state.MemoryId;

/** Removes everything the memory holds. */
public record Erase(MemoryId memory, String idempotencyKey) implements Command {

    @Override
    public <R> R match(Visitor<R> visitor) {
        return visitor.erase(this);
    }
}
