package dev.alluvium.state.command;

import dev.alluvium.state.MemoryId;
import dev.alluvium.state.graph.EntityDraft;
import dev.alluvium.state.graph.ObservationDraft;
import dev.alluvium.state.graph.ObservationsDraft;
import dev.alluvium.state.graph.RelationDraft;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * States entities, observations and relations, in this order, all or none unless it is partial.
 *
 * @param createMissing whether entities that observations and relations name are created where they
 *     are unknown; otherwise the command is refused with their names
 * @param partial whether what cannot be stated is left out, and told in its outcome, instead of
 *     refusing the command: for batches whose items have nothing to do with each other
 */
public record AssertFacts(
        MemoryId memory,
        String idempotencyKey,
        List<EntityDraft> entities,
        List<ObservationsDraft> observations,
        List<RelationDraft> relations,
        boolean createMissing,
        boolean partial)
        implements Command {

    /** Most entities of one command, and most facts: observations and relations together. */
    public static final int MAX_ITEMS = 1_000;

    /** All or none. */
    public AssertFacts(
            MemoryId memory,
            String idempotencyKey,
            List<EntityDraft> entities,
            List<ObservationsDraft> observations,
            List<RelationDraft> relations,
            boolean createMissing) {
        this(memory, idempotencyKey, entities, observations, relations, createMissing, false);
    }

    public AssertFacts {
        entities = List.copyOf(entities);
        observations = List.copyOf(observations);
        relations = List.copyOf(relations);
        long facts = facts(entities, observations, relations);
        if (facts > MAX_ITEMS) {
            throw new IllegalArgumentException(
                    facts
                            + " observations and relations; at most "
                            + MAX_ITEMS
                            + " together are allowed, send several requests");
        }
    }

    /**
     * What was found beside something else: it creates what it names, and leaves out what fails.
     */
    public static AssertFacts found(
            MemoryId memory,
            List<EntityDraft> entities,
            List<ObservationsDraft> observations,
            List<RelationDraft> relations) {
        return new AssertFacts(memory, null, entities, observations, relations, true, true);
    }

    private static long facts(
            List<EntityDraft> entities,
            List<ObservationsDraft> observations,
            List<RelationDraft> relations) {
        return entities.stream().mapToLong(each -> each.observations().size()).sum()
                + observations.stream().mapToLong(each -> each.observations().size()).sum()
                + relations.size();
    }

    public AssertFacts partial(boolean leavesOut) {
        return new AssertFacts(
                memory,
                idempotencyKey,
                entities,
                observations,
                relations,
                createMissing,
                leavesOut);
    }

    public boolean isEmpty() {
        return entities.isEmpty() && observations.isEmpty() && relations.isEmpty();
    }

    /** The vectors that its observations and relations brought. */
    public Stream<float[]> vectors() {
        return Stream.of(
                        entities.stream()
                                .flatMap(each -> each.observations().stream())
                                .map(ObservationDraft::vector),
                        observations.stream()
                                .flatMap(each -> each.observations().stream())
                                .map(ObservationDraft::vector),
                        relations.stream().map(RelationDraft::vector))
                .flatMap(Function.identity())
                .filter(Objects::nonNull);
    }

    @Override
    public <R> R match(Visitor<R> visitor) {
        return visitor.assertFacts(this);
    }
}
