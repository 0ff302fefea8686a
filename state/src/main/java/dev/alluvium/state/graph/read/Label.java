package dev.alluvium.state.graph.read;

import dev.alluvium.state.bitemporal.Known;
import dev.alluvium.state.graph.Entity;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * A name or type that an entity has or had, to be found by its words.
 *
 * @param entity the slot of the entity
 */
record Label(int entity, boolean isName, String text) {

    /** All names an entity has or had. */
    static Set<String> names(Entity entity) {
        Set<String> names = new LinkedHashSet<>();
        names.add(entity.name());
        entity.aliases().forEach(alias -> names.add(alias.value()));
        return names;
    }

    /** All types an entity has or had. */
    static Set<String> types(Entity entity) {
        Set<String> types = new LinkedHashSet<>();
        entity.types().forEach(type -> types.add(type.value()));
        return types;
    }

    /** Whether the entity is or was ever called so; false for none. */
    boolean wasOf(Entity named) {
        return named != null && (isName ? names(named) : types(named)).contains(text);
    }

    /** Whether the entity is called so at an instant, null for now. */
    boolean isOf(Entity named, Instant knownAt) {
        if (!isName) {
            return named.type(knownAt).equals(text);
        }
        if (named.name().equals(text)) {
            return true;
        }
        for (Known<String> alias : named.aliases()) {
            if (alias.value().equals(text) && alias.isKnownAt(knownAt)) {
                return true;
            }
        }
        return false;
    }
}
