package dev.alluvium.state.core;

import dev.alluvium.state.graph.Claim;

/** The text of an observation, or the type of a relation. */
final class ClaimText implements Claim.Visitor<String> {

    @Override
    public String observation(Claim.Observation observation) {
        return observation.text();
    }

    @Override
    public String relation(Claim.Relation relation) {
        return relation.type();
    }
}
