package dev.alluvium.state.query;

import dev.alluvium.state.graph.EntityRef;
import dev.alluvium.state.graph.read.Neighbourhood;
import dev.alluvium.state.graph.read.When;
import dev.alluvium.state.view.MemoryView;

/**
 * Finds what is reached from an entity along relations, nearest first.
 *
 * @param depth most relations on the way, from 1 to {@link #MAX_DEPTH}
 * @param limit most entities that are reached
 */
public record FindNeighbours(EntityRef of, int depth, int limit, When when)
        implements ViewQuery<Neighbourhood> {

    /** Beyond this nearly everything is near. */
    public static final int MAX_DEPTH = 8;

    public FindNeighbours {
        if (depth < 1 || depth > MAX_DEPTH) {
            throw new IllegalArgumentException(
                    "depth " + depth + " is not in [1, " + MAX_DEPTH + "]");
        }
    }

    @Override
    public Neighbourhood on(MemoryView view) {
        return view.graph().neighbours(of, depth, limit, when.in(view.header().lastKnown()));
    }

    @Override
    public Neighbourhood merge(Neighbourhood one, Neighbourhood other) {
        return one.centre() == null ? other : one;
    }
}
