package dev.alluvium.state.outcome;

import dev.alluvium.state.Position;
import java.util.List;

/**
 * What a command did. A refused command wrote nothing and says why.
 *
 * @param items one for each record or turn of a batch, in its order; of facts, one for each entity
 *     and then its observations, then for each other fact
 * @param forgotten records deleted by forget, reset or erase; entities, facts and turns deleted
 * @param refusal why nothing was written, or null
 */
public record CommandOutcome(
        Position position, List<ItemOutcome> items, long forgotten, Refusal refusal) {

    public CommandOutcome {
        items = List.copyOf(items);
    }

    /** Why a command was refused when it was applied, with the HTTP status that says the same. */
    public record Refusal(int status, String title, String detail) {}
}
