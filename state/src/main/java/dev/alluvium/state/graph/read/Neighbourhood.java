package dev.alluvium.state.graph.read;

import dev.alluvium.state.bitemporal.Interval;
import java.util.List;

/**
 * What is reached from an entity along relations.
 *
 * @param centre the entity; null where the name means none
 * @param neighbours nearest first
 */
public record Neighbourhood(ShownEntity centre, List<Neighbour> neighbours) {

    public Neighbourhood {
        neighbours = List.copyOf(neighbours);
    }

    /**
     * An entity that is reached.
     *
     * @param distance relations on the shortest path
     * @param path the relations of that path, in order
     * @param valid when all of them hold together
     */
    public record Neighbour(ShownEntity node, int distance, List<ShownFact> path, Interval valid) {

        public Neighbour {
            path = List.copyOf(path);
        }
    }
}
