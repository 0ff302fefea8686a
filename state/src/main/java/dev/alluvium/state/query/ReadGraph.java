package dev.alluvium.state.query;

import dev.alluvium.state.graph.read.GraphPage;
import dev.alluvium.state.graph.read.When;
import dev.alluvium.state.view.MemoryView;

/**
 * Reads the whole graph, paged, in the order in which entities were created.
 *
 * @param limit most entities of a page
 * @param cursor the {@code nextCursor} of the page before, or null for the first
 */
public record ReadGraph(int limit, String cursor, When when) implements ViewQuery<GraphPage> {

    @Override
    public GraphPage on(MemoryView view) {
        return view.graph().page(limit, cursor, when.in(view.header().lastKnown()));
    }

    @Override
    public GraphPage merge(GraphPage one, GraphPage other) {
        return one.entities().isEmpty() ? other : one;
    }
}
