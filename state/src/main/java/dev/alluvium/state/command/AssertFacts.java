package dev.alluvium.state.command;

import dev.alluvium.state.MemoryId;
import dev.alluvium.state.graph.EntityDraft;
import dev.alluvium.state.graph.ObservationsDraft;
import dev.alluvium.state.graph.RelationDraft;
import java.util.List;

/**
 * States entities, observations and relations, in this order, all or none.
 *
 * @param createMissing whether entities that observations and relations name are created where they
 *     are unknown; otherwise the command is refused with their names
 */
public record AssertFacts(
        MemoryId memory,
        String idempotencyKey,
        List<EntityDraft> entities,
        List<ObservationsDraft> observations,
        List<RelationDraft> relations,
        boolean createMissing)
        implements Command {

    /** Most entities, observations and relations of one command, together. */
    public static final int MAX_ITEMS = 1_000;

    public AssertFacts {
        entities = List.copyOf(entities);
        observations = List.copyOf(observations);
        relations = List.copyOf(relations);
    }

    @Override
    public <R> R match(Visitor<R> visitor) {
        return visitor.assertFacts(this);
    }
}
