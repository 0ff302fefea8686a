package dev.alluvium.state.query;

import dev.alluvium.state.episode.TurnMatches;
import dev.alluvium.state.episode.TurnMatches.TurnMatch;
import dev.alluvium.state.episode.TurnQuery;
import dev.alluvium.state.view.MemoryView;
import java.util.stream.Stream;

/**
 * Finds the turns that answer a text, by their words, their vectors where they have them, and their
 * context.
 *
 * @param vector unit-norm embedding of the query, or null
 */
public record SearchTurns(TurnQuery query, float[] vector) implements ViewQuery<TurnMatches> {

    @Override
    public TurnMatches on(MemoryView view) {
        return view.turns().search(query, vector);
    }

    @Override
    public TurnMatches merge(TurnMatches one, TurnMatches other) {
        return new TurnMatches(
                Stream.concat(one.matches().stream(), other.matches().stream())
                        .sorted(TurnMatch.BEST_FIRST)
                        .limit(query.limit())
                        .toList());
    }
}
