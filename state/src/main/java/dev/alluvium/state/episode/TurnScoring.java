package dev.alluvium.state.episode;

import dev.alluvium.state.episode.TurnMatches.TurnMatch;
import dev.alluvium.state.text.Bm25;
import dev.alluvium.state.text.LexicalIndex;
import dev.alluvium.state.text.LexicalScores;
import dev.alluvium.state.text.PostingBuffer;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Ranks the turns of a view. A turn's own score is its BM25 and its two cosines, each scaled to [0,
 * 1] over the view; its context adds a share of its neighbours' own scores, of its session's BM25,
 * and of its author being named. Holds the arrays a search adds up in, so each thread has one.
 */
final class TurnScoring {

    private static final ThreadLocal<TurnScoring> OF_THREAD =
            ThreadLocal.withInitial(TurnScoring::new);

    private static final int[] NO_AUTHORS = {};

    private final PostingBuffer postings = new PostingBuffer();
    private final LexicalScores words = new LexicalScores();
    private final LexicalScores sessions = new LexicalScores();
    private final LexicalScores frequencies = new LexicalScores();
    private final LexicalScores neighbours = new LexicalScores();
    private final ScaledCosines turnCosines = new ScaledCosines();
    private final ScaledCosines pairCosines = new ScaledCosines();
    private final BitSet namedAuthors = new BitSet();

    private TurnView view;
    private TurnColumns columns;
    private TurnWeights weights;
    private float wordFactor;
    private float sessionFactor;

    /** What the neighbours of a turn can add at most. */
    private float mostOfNeighbours;

    static TurnScoring ofThisThread() {
        return OF_THREAD.get();
    }

    TurnMatches search(
            TurnView searched,
            TurnWeights weighed,
            List<String> terms,
            TurnQuery query,
            float[] queryVector) {
        view = searched;
        columns = searched.columns;
        weights = weighed;
        scoreWords(terms);
        findAuthors(terms);
        turnCosines.scan(view, columns.turnVectors, queryVector);
        pairCosines.scan(view, columns.pairVectors, queryVector);
        TopSlots top = new TopSlots(columns, query.limit());
        collect(top, new TurnFilter(view, query.session(), query.from(), query.to()));
        return new TurnMatches(top.bestFirst().stream().map(e -> match(e.slot())).toList());
    }

    private void scoreWords(List<String> terms) {
        LexicalIndex lexical = columns.lexical;
        LexicalIndex.Stats stats = lexical.stats(view.size);
        SessionLengths lengths = view.sessionLengths();
        words.reset(view.size);
        sessions.reset(lengths.terms().length);
        for (String term : terms) {
            lexical.postings(term, view.size, postings);
            if (postings.count() > 0) {
                lexical.score(stats, view::holds, postings, words);
                scoreSessions(lengths);
            }
        }
        wordFactor = factor(weights.lexical(), words);
        sessionFactor = factor(weights.session(), sessions);
    }

    /** Adds the BM25 of the term just read, with each session as one document. */
    private void scoreSessions(SessionLengths lengths) {
        frequencies.reset(lengths.terms().length);
        for (int i = 0; i < postings.count(); i++) {
            if (view.holds(postings.slot(i))) {
                frequencies.add(columns.session(postings.slot(i)), postings.frequency(i));
            }
        }
        Bm25 bm25 = weights.bm25();
        double idf = bm25.idf(frequencies.count(), lengths.stats().documents());
        double average = lengths.stats().averageLength();
        for (int i = 0; i < frequencies.count(); i++) {
            int session = frequencies.slot(i);
            int frequency = (int) frequencies.get(session);
            double score = bm25.score(idf, frequency, lengths.terms()[session], average);
            sessions.add(session, (float) score);
        }
    }

    private static float factor(double weight, LexicalScores scores) {
        float max = scores.max();
        return max > 0 ? (float) weight / max : 0;
    }

    private void findAuthors(List<String> terms) {
        namedAuthors.clear();
        for (String term : terms) {
            for (int author : columns.authorsByTerm.getOrDefault(term, NO_AUTHORS)) {
                namedAuthors.set(author);
            }
        }
    }

    private void collect(TopSlots top, TurnFilter filter) {
        boolean vectors = turnCosines.scanned() || pairCosines.scanned();
        double mostOwn =
                (words.count() > 0 ? weights.lexical() : 0)
                        + (vectors ? weights.turnVector() + weights.pairVector() : 0);
        mostOfNeighbours = (float) (2 * weights.neighbour() * mostOwn);
        if (vectors) {
            for (int slot = 0; slot < view.size; slot++) {
                offer(slot, top, filter);
            }
            return;
        }
        // without vectors only turns with a word of the query, or beside one, have a score
        for (int i = 0; i < words.count(); i++) {
            offer(words.slot(i), top, filter);
        }
        if (top.mayTake(mostOfNeighbours + (float) (weights.session() + weights.author()))) {
            collectNeighbours(top, filter);
        }
    }

    private void collectNeighbours(TopSlots top, TurnFilter filter) {
        neighbours.reset(view.size);
        for (int i = 0; i < words.count(); i++) {
            offerNeighbour(columns.links.before(words.slot(i), view), top, filter);
            offerNeighbour(columns.links.after(words.slot(i), view), top, filter);
        }
    }

    private void offerNeighbour(int slot, TopSlots top, TurnFilter filter) {
        if (slot != SessionLinks.NONE && words.get(slot) == 0 && neighbours.get(slot) == 0) {
            neighbours.add(slot, 1);
            offer(slot, top, filter);
        }
    }

    private void offer(int slot, TopSlots top, TurnFilter filter) {
        float withoutNeighbours = own(slot) + session(slot) + author(slot);
        // finding the neighbours costs most, and few turns can still get among the best
        if (!top.mayTake(withoutNeighbours + mostOfNeighbours) || !filter.accepts(slot)) {
            return;
        }
        float score = withoutNeighbours + neighbours(slot);
        if (score > 0 && top.mayTake(score)) {
            top.add(slot, score);
        }
    }

    private float own(int slot) {
        return words.get(slot) * wordFactor + semantic(slot);
    }

    private float semantic(int slot) {
        float alone = turnCosines.get(slot);
        // the first turn of a session has none before it: alone it is all there is to pair
        float pair = pairCosines.has(slot) ? pairCosines.get(slot) : alone;
        return (float) (weights.turnVector() * alone + weights.pairVector() * pair);
    }

    private float neighbours(int slot) {
        int before = columns.links.before(slot, view);
        int after = columns.links.after(slot, view);
        float both =
                (before == SessionLinks.NONE ? 0 : own(before))
                        + (after == SessionLinks.NONE ? 0 : own(after));
        return (float) weights.neighbour() * both;
    }

    private float session(int slot) {
        return sessions.get(columns.session(slot)) * sessionFactor;
    }

    private float author(int slot) {
        return namedAuthors.get(columns.author(slot)) ? (float) weights.author() : 0;
    }

    private TurnMatch match(int slot) {
        Map<String, Double> parts = new LinkedHashMap<>();
        parts.put("lexical", (double) (words.get(slot) * wordFactor));
        parts.put("semantic", (double) semantic(slot));
        parts.put("neighbours", (double) neighbours(slot));
        parts.put("session", (double) session(slot));
        parts.put("author", (double) author(slot));
        double score = own(slot) + session(slot) + author(slot) + neighbours(slot);
        return new TurnMatch(columns.turn(slot), score, parts);
    }
}
