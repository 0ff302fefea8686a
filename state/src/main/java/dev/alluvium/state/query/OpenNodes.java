package dev.alluvium.state.query;

import dev.alluvium.state.graph.EntityRef;
import dev.alluvium.state.graph.read.OpenedNodes;
import dev.alluvium.state.graph.read.When;
import dev.alluvium.state.view.MemoryView;
import java.util.List;

/** Reads entities by their names, with their facts. */
public record OpenNodes(List<EntityRef> names, When when) implements ViewQuery<OpenedNodes> {

    public OpenNodes {
        names = List.copyOf(names);
    }

    @Override
    public OpenedNodes on(MemoryView view) {
        return view.graph().open(names, when.in(view.header().lastKnown()));
    }

    @Override
    public OpenedNodes merge(OpenedNodes one, OpenedNodes other) {
        return one.nodes().isEmpty() ? other : one;
    }
}
