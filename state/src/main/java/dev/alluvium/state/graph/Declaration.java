package dev.alluvium.state.graph;

import java.util.List;

/**
 * That an entity has one value at a time of an attribute or relation type.
 *
 * @param slot its {@link GraphKeys#slot key}
 * @param carried the ordinals of merged entities that brought it along; none where a writer said so
 */
public record Declaration(String slot, List<Long> carried) {

    public Declaration {
        carried = List.copyOf(carried);
    }

    /** Whether it stays when merges are undone. */
    public boolean isOwn() {
        return carried.isEmpty();
    }
}
