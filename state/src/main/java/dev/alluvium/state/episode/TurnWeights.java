package dev.alluvium.state.episode;

import dev.alluvium.state.text.Bm25;

/**
 * How much each sign counts when turns are ranked. Lexical scores and cosines are scaled to [0, 1]
 * per query before they are weighed, so the weights are shares of one another.
 *
 * @param bm25 parameters of the lexical score
 * @param lexical weight of a turn's words, its author's name and its date
 * @param turnVector weight of the embedding of the turn alone
 * @param pairVector weight of the embedding of the turn with the one before it
 * @param neighbour share of the score of the turn before and of the turn after, each
 * @param session weight of the words of the whole session
 * @param author weight of the author being named in the query
 */
public record TurnWeights(
        Bm25 bm25,
        double lexical,
        double turnVector,
        double pairVector,
        double neighbour,
        double session,
        double author) {

    public static final TurnWeights DEFAULT =
            new TurnWeights(new Bm25(0.9, 0.4), 1, 0.7, 1.2, 0.1, 0.3, 0.2);

    public TurnWeights {
        check("lexical", lexical);
        check("turnVector", turnVector);
        check("pairVector", pairVector);
        check("neighbour", neighbour);
        check("session", session);
        check("author", author);
    }

    private static void check(String name, double weight) {
        if (!(weight >= 0 && weight <= 100)) {
            throw new IllegalArgumentException(
                    "weight " + name + " " + weight + " is not in [0, 100]");
        }
    }
}
