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
        long items = items(entities, observations, relations);
        if (items > MAX_ITEMS) {
            throw new IllegalArgumentException(
                    items
                            + " entities, observations and relations; at most "
                            + MAX_ITEMS
                            + " together are allowed, send several requests");
        }
    }

    private static long items(
            List<EntityDraft> entities,
            List<ObservationsDraft> observations,
            List<RelationDraft> relations) {
        return entities.stream().mapToLong(each -> 1 + each.observations().size()).sum()
                + observations.stream().mapToLong(each -> each.observations().size()).sum()
                + relations.size();
    }

    @Override
    public <R> R match(Visitor<R> visitor) {
        return visitor.assertFacts(this);
    }
}
