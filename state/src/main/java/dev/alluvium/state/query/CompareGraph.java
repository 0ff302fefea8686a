package dev.alluvium.state.query;

import dev.alluvium.state.graph.read.GraphDifference;
import dev.alluvium.state.view.MemoryView;
import java.time.Instant;

/**
 * Tells what changed after one instant up to another: what began and ended by valid time, and what
 * was believed no longer by known time.
 *
 * @param knownAt as was believed then; null for now
 */
public record CompareGraph(Instant from, Instant to, Instant knownAt)
        implements ViewQuery<GraphDifference> {

    public CompareGraph {
        if (to.isBefore(from)) {
            throw new IllegalArgumentException(
                    "to " + to + " is before from " + from + "; give the earlier instant first");
        }
    }

    @Override
    public GraphDifference on(MemoryView view) {
        return view.graph().difference(from, to, knownAt);
    }

    @Override
    public GraphDifference merge(GraphDifference one, GraphDifference other) {
        boolean isEmpty =
                one.began().isEmpty() && one.ended().isEmpty() && one.corrected().isEmpty();
        return isEmpty ? other : one;
    }
}
