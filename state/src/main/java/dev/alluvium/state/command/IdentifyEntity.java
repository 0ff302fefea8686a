package dev.alluvium.state.command;

import dev.alluvium.state.MemoryId;
import dev.alluvium.state.graph.Identity;

/** Adds or removes an alias of an entity, merges two entities, or undoes a merge. */
public record IdentifyEntity(MemoryId memory, String idempotencyKey, Identity identity)
        implements Command {

    @Override
    public <R> R match(Visitor<R> visitor) {
        return visitor.identifyEntity(this);
    }
}
