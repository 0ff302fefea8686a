package dev.alluvium.state.query;

import dev.alluvium.state.graph.EntityRef;
import dev.alluvium.state.graph.read.EntityHistory;
import dev.alluvium.state.view.MemoryView;

/** Tells all that was ever known of an entity; null where no entity has or had the name. */
public record TellEntityHistory(EntityRef of) implements ViewQuery<EntityHistory> {

    @Override
    public EntityHistory on(MemoryView view) {
        return view.graph().history(of);
    }

    @Override
    public EntityHistory merge(EntityHistory one, EntityHistory other) {
        return one == null ? other : one;
    }
}
