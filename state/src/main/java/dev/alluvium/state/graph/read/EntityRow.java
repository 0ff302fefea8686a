package dev.alluvium.state.graph.read;

import dev.alluvium.state.graph.Entity;
import java.util.Arrays;

/**
 * An entity with its versions of facts. Its links only grow, so rows share them: each shows as many
 * as there were.
 *
 * @param entity null while facts name it and its own row is not there
 * @param touched when the memory last learned something of it
 * @param links slots of the versions that are about it or lead to it; some may be gone
 */
record EntityRow(long ordinal, Entity entity, long touched, int[] links, int linkCount) {

    private static final int[] NO_LINKS = {};

    static EntityRow unknown(long ordinal) {
        return new EntityRow(ordinal, null, 0, NO_LINKS, 0);
    }

    EntityRow with(Entity other) {
        long at = other == null ? 0 : Micros.of(other.touched());
        return new EntityRow(ordinal, other, at, links, linkCount);
    }

    /** With one link more; the writer's, who has no other row with as many. */
    EntityRow linked(int version) {
        int[] room =
                linkCount < links.length
                        ? links
                        : Arrays.copyOf(links, Math.max(4, linkCount * 3 / 2));
        room[linkCount] = version;
        return new EntityRow(ordinal, entity, touched, room, linkCount + 1);
    }
}
