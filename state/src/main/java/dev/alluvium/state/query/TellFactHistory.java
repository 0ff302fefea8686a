package dev.alluvium.state.query;

import dev.alluvium.state.bitemporal.Version;
import dev.alluvium.state.graph.Claim;
import dev.alluvium.state.graph.Entity;
import dev.alluvium.state.graph.Fact;
import dev.alluvium.state.graph.GraphKeys;
import dev.alluvium.state.graph.read.HeldFact;
import dev.alluvium.state.store.MemoryRows;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Tells all versions of a fact; null where there is none of this id. */
public record TellFactHistory(String id) implements RowQuery<HeldFact> {

    @Override
    public HeldFact on(MemoryRows rows) {
        long[] found = rows.graphIndex(GraphKeys.fact(id));
        if (found.length == 0) {
            return null;
        }
        Fact fact = rows.fact(found[0]);
        Map<Long, Entity> entities = new HashMap<>();
        for (Version<Claim> version : fact.history().versions()) {
            for (long ordinal : version.content().match(new Named())) {
                entities.computeIfAbsent(ordinal, rows::entity);
            }
        }
        return new HeldFact(fact, entities);
    }

    /** The entities that a claim names. */
    private static final class Named implements Claim.Visitor<List<Long>> {

        @Override
        public List<Long> observation(Claim.Observation observation) {
            return List.of(observation.subject());
        }

        @Override
        public List<Long> relation(Claim.Relation relation) {
            return List.of(relation.subject(), relation.target());
        }
    }
}
