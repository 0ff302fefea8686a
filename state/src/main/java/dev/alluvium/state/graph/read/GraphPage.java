package dev.alluvium.state.graph.read;

import java.util.List;

/**
 * A page of the graph, in the order in which entities were created.
 *
 * @param relations those whose source is on this page
 * @param nextCursor where the next page begins, or null at the end
 */
public record GraphPage(List<ShownEntity> entities, List<ShownFact> relations, String nextCursor) {

    public GraphPage {
        entities = List.copyOf(entities);
        relations = List.copyOf(relations);
    }
}
