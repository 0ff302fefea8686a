package dev.alluvium.bench.retrieval;

import dev.alluvium.state.episode.TurnWeights;
import java.util.Locale;

/** What a search may go by. */
enum Mode {
    LEXICAL(false, TurnWeights.DEFAULT),
    VECTOR(
            true,
            new TurnWeights(
                    TurnWeights.DEFAULT.bm25(),
                    0,
                    TurnWeights.DEFAULT.turnVector(),
                    TurnWeights.DEFAULT.pairVector(),
                    TurnWeights.DEFAULT.neighbour(),
                    0,
                    0)),
    HYBRID(true, TurnWeights.DEFAULT);

    private final boolean usesVectors;
    private final TurnWeights weights;

    Mode(boolean usesVectors, TurnWeights weights) {
        this.usesVectors = usesVectors;
        this.weights = weights;
    }

    boolean usesVectors() {
        return usesVectors;
    }

    TurnWeights weights() {
        return weights;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
