package dev.alluvium.state.command;

import dev.alluvium.state.MemoryId;

/**
 * Has the memory's texts embedded anew where they have no vector of the model that embeds now, from
 * where an earlier attempt has stopped.
 *
 * @param embedder the model that is meant; null for whichever embeds
 * @param anew whether vectors of the same model are made again, too
 */
public record Reembed(MemoryId memory, String idempotencyKey, String embedder, boolean anew)
        implements Command {

    @Override
    public <R> R match(Visitor<R> visitor) {
        return visitor.reembed(this);
    }
}
