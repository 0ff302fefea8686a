package dev.alluvium.state.graph.read;

import dev.alluvium.state.graph.Entity;
import java.time.Instant;
import java.util.Arrays;

/**
 * An entity with its versions of facts. Its links only grow, so rows share them: each shows as many
 * as there were.
 *
 * @param entity null while facts name it and its own row is not there
 * @param isShownNow whether it is there and not merged
 * @param touched when the memory last learned something of it
 * @param links slots of the versions that are about it or lead to it; some may be gone
 */
record EntityRow(
        long ordinal, Entity entity, boolean isShownNow, long touched, int[] links, int linkCount) {

    private static final int[] NO_LINKS = {};

    private static final int BYTES = 64;
    private static final int ENTITY_BYTES = 320;
    private static final int KNOWN_BYTES = 130;

    static EntityRow unknown(long ordinal) {
        return new EntityRow(ordinal, null, false, 0, NO_LINKS, 0);
    }

    /**
     * @param other null where it is deleted
     */
    EntityRow with(Entity other) {
        return new EntityRow(
                ordinal,
                other,
                other != null && other.isKnownAt(null),
                other == null ? 0 : Ticks.of(other.touched()),
                links,
                linkCount);
    }

    /** With one link more; the writer's, who has no other row with as many. */
    EntityRow linked(int version) {
        int[] room =
                linkCount < links.length
                        ? links
                        : Arrays.copyOf(links, Math.max(4, linkCount * 3 / 2));
        room[linkCount] = version;
        return new EntityRow(ordinal, entity, isShownNow, touched, room, linkCount + 1);
    }

    boolean isShown(Instant knownAt) {
        return knownAt == null ? isShownNow : entity != null && entity.isKnownAt(knownAt);
    }

    /** The heap this takes, in bytes, as an estimate. */
    long bytes() {
        long links = BYTES + (long) Integer.BYTES * this.links.length;
        return entity == null
                ? links
                : links
                        + ENTITY_BYTES
                        + 2L * entity.name().length()
                        + (long) KNOWN_BYTES
                                * (entity.types().size()
                                        + entity.aliases().size()
                                        + entity.mergers().size());
    }
}
