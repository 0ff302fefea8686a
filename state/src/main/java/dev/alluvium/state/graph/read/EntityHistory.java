package dev.alluvium.state.graph.read;

import dev.alluvium.state.graph.Entity;
import java.util.List;

/**
 * All that was ever known of an entity.
 *
 * @param facts every fact about it or to it, with all versions, in the order in which they came
 */
public record EntityHistory(Entity entity, List<HeldFact> facts) {

    public EntityHistory {
        facts = List.copyOf(facts);
    }
}
