package dev.alluvium.state.episode;

import dev.alluvium.state.PageCursor;
import dev.alluvium.state.text.TextAnalyzer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The turns of a memory as readers see them: a bound on columns that only their owner appends to,
 * and a version that says which of them were removed by then. Immutable, for any thread.
 */
public final class TurnView {

    private final TextAnalyzer analyzer;
    private final TurnWeights weights;
    private final int count;
    private final long bytes;
    final TurnColumns columns;
    final int size;
    final int version;

    /** Terms per session, counted by the first search; any thread counts the same. */
    private volatile SessionLengths sessionLengths;

    TurnView(
            TextAnalyzer analyzer,
            TurnWeights weights,
            TurnColumns columns,
            int size,
            int version,
            int count,
            long bytes) {
        this.analyzer = analyzer;
        this.weights = weights;
        this.columns = columns;
        this.size = size;
        this.version = version;
        this.count = count;
        this.bytes = bytes;
    }

    /**
     * Ranks all turns by the words, the vectors where there are some, and the context, and gives
     * the best that the query's session and time let through.
     *
     * @param queryVector unit-norm embedding of the query, or null for a lexical search
     */
    public TurnMatches search(TurnQuery query, float[] queryVector) {
        return search(query, queryVector, weights);
    }

    /** The same with other weights; those of the lexical score's parameters are the index's. */
    public TurnMatches search(TurnQuery query, float[] queryVector, TurnWeights otherWeights) {
        List<String> terms = analyzer.queryTerms(query.query());
        return TurnScoring.ofThisThread().search(this, otherWeights, terms, query, queryVector);
    }

    /**
     * Turns in the order of {@link TurnPage#ORDER}.
     *
     * @param session only this session, or null
     * @param from only turns at or after this instant, or null
     * @param to only turns before this instant, or null
     * @param cursor the {@code nextCursor} of the page before, or null
     */
    public TurnPage list(String session, Instant from, Instant to, int limit, String cursor) {
        PageCursor after = cursor == null ? null : PageCursor.parse(cursor);
        long afterMicros = after == null ? 0 : TurnColumns.micros(after.at());
        TurnFilter filter = new TurnFilter(this, session, from, to);
        Comparator<Turn> order = TurnPage.ORDER;
        PriorityQueue<Turn> page = new PriorityQueue<>(order.reversed());
        long greatest = Long.MAX_VALUE;
        long total = 0;
        long beyond = 0;
        for (int slot = 0; slot < size; slot++) {
            if (!filter.accepts(slot)) {
                continue;
            }
            total++;
            long micros = columns.micros(slot);
            if (after != null && micros < afterMicros) {
                continue;
            }
            if (micros > greatest) {
                beyond++;
                continue;
            }
            Turn turn = columns.turn(slot);
            if (after != null && !TurnPage.isAfter(turn, after)) {
                continue;
            }
            page.add(turn);
            if (page.size() > limit) {
                page.remove();
                beyond++;
            }
            if (page.size() == limit) {
                greatest = TurnColumns.micros(page.element().at());
            }
        }
        List<Turn> turns = new ArrayList<>(page);
        turns.sort(order);
        return new TurnPage(turns, beyond == 0 ? null : cursorAfter(turns), total);
    }

    /** How many turns there are. */
    public int count() {
        return count;
    }

    /** The heap that the turns take, in bytes, as an estimate. */
    public long bytes() {
        return bytes;
    }

    boolean holds(int slot) {
        return slot < size && columns.isVisible(slot, version);
    }

    SessionLengths sessionLengths() {
        SessionLengths lengths = sessionLengths;
        if (lengths == null) {
            lengths = SessionLengths.of(this);
            sessionLengths = lengths;
        }
        return lengths;
    }

    private static String cursorAfter(List<Turn> turns) {
        Turn last = turns.get(turns.size() - 1);
        return new PageCursor(last.at(), last.id()).toString();
    }
}
