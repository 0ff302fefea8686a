package dev.alluvium.state.graph.read;

import java.util.List;

/**
 * Entities that were asked for by name.
 *
 * @param nodes in the order asked, each once
 * @param unknown the names that mean no entity
 */
public record OpenedNodes(List<ShownEntity> nodes, List<String> unknown) {

    public OpenedNodes {
        nodes = List.copyOf(nodes);
        unknown = List.copyOf(unknown);
    }
}
