package dev.alluvium.state.query;

import dev.alluvium.state.graph.Entity;
import dev.alluvium.state.graph.EntityRef;
import dev.alluvium.state.graph.GraphKeys;
import dev.alluvium.state.store.MemoryRows;
import java.util.Arrays;
import java.util.List;

/**
 * Finds the entities that a name means now, so that a write can be refused before it is logged:
 * none where it is unknown, several where homonyms need their type.
 */
public record FindEntities(EntityRef of) implements RowQuery<List<Entity>> {

    @Override
    public List<Entity> on(MemoryRows rows) {
        return Arrays.stream(rows.graphIndex(GraphKeys.name(of.name())))
                .mapToObj(rows::entity)
                .filter(entity -> of.type() == null || entity.type().equals(of.type()))
                .toList();
    }
}
