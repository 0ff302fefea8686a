package dev.alluvium.state.recall;

import dev.alluvium.state.recall.RecallRequest.Mode;

/**
 * How well a record answers a query's text, in [0, 1], from its two signals: similarity by vector
 * and the share of the query's words it has.
 *
 * <p>Hybrid relevance is a noisy-or, {@code 1 - (1 - similarity) · (1 - WORD_SHARE · lexical)}. It
 * keeps the absolute meaning of both signals, so that a minimum score works across queries; words
 * close a part of the gap that similarity leaves, so a name, number or code that no model
 * understands lifts its record, and a match can only raise a record, never lower it. A record or
 * query without a vector is judged by words alone.
 */
final class Relevance {

    /** How much of the gap to 1 a record that has all the query's words closes. */
    static final double WORD_SHARE = 0.5;

    /** Calibrated cosine up to which texts count as unrelated: no {@code semantic} reason. */
    static final double UNRELATED_COSINE = 0.2;

    /** Calibrated cosine from which a record without the query's words counts as a hit. */
    static final double RELATED_COSINE = 0.5;

    private Relevance() {}

    /**
     * @param similarity in [0, 1], or NaN where no vectors were compared
     * @param lexical in [0, 1]
     */
    static double of(Mode mode, double similarity, double lexical) {
        return switch (mode) {
            case LEXICAL -> lexical;
            case SEMANTIC -> Double.isNaN(similarity) ? 0 : similarity;
            case HYBRID ->
                    Double.isNaN(similarity)
                            ? lexical
                            : 1 - (1 - similarity) * (1 - WORD_SHARE * lexical);
        };
    }
}
