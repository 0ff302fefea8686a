package dev.alluvium.state.query;

import dev.alluvium.state.graph.read.GraphMatches;
import dev.alluvium.state.graph.read.When;
import dev.alluvium.state.view.MemoryView;

/**
 * Finds the entities that answer a text, with their facts; the most recent ones where it is blank.
 *
 * @param vector unit-norm embedding of the query, or null
 */
public record SearchGraph(String query, float[] vector, int limit, When when)
        implements ViewQuery<GraphMatches> {

    @Override
    public GraphMatches on(MemoryView view) {
        return view.graph().search(query, vector, limit, when.in(view.header().lastKnown()));
    }

    @Override
    public GraphMatches merge(GraphMatches one, GraphMatches other) {
        return one.matches().isEmpty() && one.suppressed() == 0 ? other : one;
    }
}
