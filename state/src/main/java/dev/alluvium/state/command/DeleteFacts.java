package dev.alluvium.state.command;

import dev.alluvium.state.MemoryId;
import dev.alluvium.state.graph.GraphSelection;

/** Deletes entities, facts, turns and sessions, with their history. */
public record DeleteFacts(MemoryId memory, String idempotencyKey, GraphSelection selection)
        implements Command {

    @Override
    public <R> R match(Visitor<R> visitor) {
        return visitor.deleteFacts(this);
    }
}
