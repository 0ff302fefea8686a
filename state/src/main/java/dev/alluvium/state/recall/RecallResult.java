package dev.alluvium.state.recall;

import java.util.List;

/**
 * The matches of a recall, best first.
 *
 * @param suppressed hits that met every filter but did not hold at the asked instants
 */
public record RecallResult(List<Match> matches, long suppressed) {

    public RecallResult {
        matches = List.copyOf(matches);
    }
}
