package dev.alluvium.state.command;

import dev.alluvium.state.MemoryId;
import dev.alluvium.state.scope.Scope;

/** Empties a branch: every record at the scope and below it. */
public record Reset(MemoryId memory, String idempotencyKey, Scope scope) implements Command {

    @Override
    public <R> R match(Visitor<R> visitor) {
        return visitor.reset(this);
    }
}
