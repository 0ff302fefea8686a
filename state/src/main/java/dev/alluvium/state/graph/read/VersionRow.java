package dev.alluvium.state.graph.read;

import dev.alluvium.state.bitemporal.Version;
import dev.alluvium.state.graph.Claim;

/**
 * One version of a fact, with the numbers that a search looks at.
 *
 * @param fact the slot of the fact
 * @param subject the slot of the entity it is about
 * @param target the slot of the entity a relation leads to, or {@link #NONE}
 */
record VersionRow(
        Version<Claim> version,
        int fact,
        int subject,
        int target,
        long validFrom,
        long validTo,
        long knownFrom,
        long knownTo) {

    static final int NONE = -1;

    static VersionRow of(Version<Claim> version, int fact, int subject, int target) {
        return new VersionRow(
                version,
                fact,
                subject,
                target,
                Micros.of(version.valid().from()),
                Micros.ofEnd(version.valid().to()),
                Micros.of(version.known().from()),
                Micros.ofEnd(version.known().to()));
    }

    boolean isRelation() {
        return target != NONE;
    }

    /** The other end of a relation; for one from an entity to itself that entity. */
    int otherThan(int entity) {
        return entity == subject ? target : subject;
    }
}
