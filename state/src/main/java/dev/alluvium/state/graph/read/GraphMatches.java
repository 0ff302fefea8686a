package dev.alluvium.state.graph.read;

import java.util.List;

/**
 * What a search found, best first.
 *
 * @param suppressed entities that only facts which do not hold at the moment would have found
 */
public record GraphMatches(List<NodeMatch> matches, long suppressed) {

    public GraphMatches {
        matches = List.copyOf(matches);
    }
}
