package dev.alluvium.state.episode;

import dev.alluvium.state.text.LexicalIndex;
import java.util.Arrays;

/**
 * How many terms each session of a view has, which makes a session a document that BM25 can score.
 */
record SessionLengths(int[] terms, LexicalIndex.Stats stats) {

    static SessionLengths of(TurnView view) {
        TurnColumns columns = view.columns;
        int[] terms = new int[4];
        for (int slot = 0; slot < view.size; slot++) {
            if (view.holds(slot)) {
                int session = columns.session(slot);
                if (session >= terms.length) {
                    terms = Arrays.copyOf(terms, 2 * session);
                }
                terms[session] += columns.lexical.length(slot);
            }
        }
        int sessions = 0;
        long sum = 0;
        for (int length : terms) {
            sessions += length > 0 ? 1 : 0;
            sum += length;
        }
        return new SessionLengths(terms, new LexicalIndex.Stats(sessions, sum));
    }
}
