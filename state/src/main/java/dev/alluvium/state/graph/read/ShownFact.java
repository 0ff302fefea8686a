package dev.alluvium.state.graph.read;

import dev.alluvium.state.bitemporal.Version;
import dev.alluvium.state.graph.Claim;
import dev.alluvium.state.graph.Entity;
import dev.alluvium.state.graph.Fact;

/**
 * A fact at a moment, with the version that holds then.
 *
 * @param subject the entity it is about
 * @param target the entity a relation leads to; null for an observation
 */
public record ShownFact(Fact fact, Version<Claim> version, Entity subject, Entity target) {}
