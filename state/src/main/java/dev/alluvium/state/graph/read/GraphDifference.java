package dev.alluvium.state.graph.read;

import java.util.List;

/**
 * What changed between two instants.
 *
 * @param began facts that became true
 * @param ended facts that stopped being true
 * @param corrected facts of which the memory changed its mind, with all versions
 */
public record GraphDifference(
        List<ShownFact> began, List<ShownFact> ended, List<HeldFact> corrected) {

    public GraphDifference {
        began = List.copyOf(began);
        ended = List.copyOf(ended);
        corrected = List.copyOf(corrected);
    }
}
