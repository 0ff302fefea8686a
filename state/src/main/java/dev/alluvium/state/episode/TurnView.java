package dev.alluvium.state.episode;

import java.time.Instant;

/** The turns of a memory as readers see them. */
public final class TurnView {

    public TurnMatches search(TurnQuery query, float[] queryVector) {
        throw new UnsupportedOperationException();
    }

    public TurnPage list(String session, Instant from, Instant to, int limit, String cursor) {
        throw new UnsupportedOperationException();
    }

    public long bytes() {
        return 0;
    }
}
