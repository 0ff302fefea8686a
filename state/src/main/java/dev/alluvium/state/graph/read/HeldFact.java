package dev.alluvium.state.graph.read;

import dev.alluvium.state.graph.Entity;
import dev.alluvium.state.graph.Fact;
import java.util.Map;

/**
 * A fact with all its versions.
 *
 * @param entities those that any version names, by ordinal
 */
public record HeldFact(Fact fact, Map<Long, Entity> entities) {

    public HeldFact {
        entities = Map.copyOf(entities);
    }
}
