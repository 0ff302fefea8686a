package dev.alluvium.state.episode;

import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** The turns a search found, best first, each with the parts of its score. */
public record TurnMatches(List<TurnMatch> matches) {

    public TurnMatches {
        matches = List.copyOf(matches);
    }

    /** One found turn. */
    public record TurnMatch(Turn turn, double score, Map<String, Double> parts) {

        /** Best first; ties end by newest, then id. */
        public static final Comparator<TurnMatch> BEST_FIRST =
                Comparator.comparingDouble(TurnMatch::score)
                        .reversed()
                        .thenComparing(m -> m.turn().at(), Comparator.reverseOrder())
                        .thenComparing(m -> m.turn().id());
    }
}
