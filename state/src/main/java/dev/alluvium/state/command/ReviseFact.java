package dev.alluvium.state.command;

import dev.alluvium.state.MemoryId;
import dev.alluvium.state.graph.Revision;

/** Invalidates, corrects, retracts or supersedes one fact. */
public record ReviseFact(MemoryId memory, String idempotencyKey, String id, Revision revision)
        implements Command {

    @Override
    public <R> R match(Visitor<R> visitor) {
        return visitor.reviseFact(this);
    }
}
