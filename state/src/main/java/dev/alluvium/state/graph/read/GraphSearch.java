package dev.alluvium.state.graph.read;

import dev.alluvium.state.graph.Entity;
import dev.alluvium.state.text.PostingBuffer;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Ranks entities by the words of a query.
 *
 * <p>An entity has a word in a field: its name or an alias (weight {@value #NAME}), its type
 * ({@value #TYPE}), an observation ({@value #FACT}), the type of a relation from it or to it
 * ({@value #FACT}: it says of both what an observation would), the name of an entity at the other
 * end of one ({@value #NEIGHBOUR}: it is near, but not called so). A field whose whole text is the
 * word counts in full, one of {@code n} terms {@code 3/4 + 1/4n} of that, so that {@code Acme} is
 * before {@code Acme Holdings} and yet no longer field falls below the next weight. With {@code w}
 * the words of the query,
 *
 * <pre>score = Σ idf(w) · best field's weight / Σ idf(w)</pre>
 *
 * which is 3 where every word is all of the name. {@code idf = ln(1 + (N - n + 0.5) / (n + 0.5))}
 * as in {@link dev.alluvium.state.text.Bm25}, with {@code N} the entities that are shown and {@code
 * n} those that have the word other than by a neighbour: a hub's many neighbours do not make its
 * name a common word. Only what is shown at the moment counts, in {@code N} and {@code n} as well,
 * so an answer as of the past never changes.
 */
final class GraphSearch {

    static final double NAME = 3;
    static final double TYPE = 2;
    static final double FACT = 1;
    static final double NEIGHBOUR = 0.5;

    private static final ThreadLocal<Scratch> SCRATCH = ThreadLocal.withInitial(Scratch::new);

    /** The arrays that a search adds up in, of the thread that searches. */
    private static final class Scratch {
        final PostingBuffer postings = new PostingBuffer();
        final Best named = new Best();
        final Best best = new Best();
        final Best near = new Best();
        final Best past = new Best();
        final Best total = new Best();
    }

    private final Showing showing;
    private final GraphView view;
    private final Lens lens;
    private final Scratch scratch = SCRATCH.get();

    GraphSearch(Showing showing) {
        this.showing = showing;
        this.view = showing.view();
        this.lens = showing.lens();
    }

    GraphMatches search(String query, float[] vector, int limit) {
        List<List<String>> words = view.words.ofQuery(query);
        if (query.isBlank()) {
            return new GraphMatches(
                    new Recency(showing)
                            .newestFirst().stream()
                                    .limit(limit)
                                    .map(entry -> match(entry.slot(), 0))
                                    .toList(),
                    0);
        }
        int size = view.entities.size();
        scratch.total.reset(size);
        scratch.past.reset(size);
        int shown = shown();
        double ideal = 0;
        for (List<String> forms : words) {
            ideal += score(forms, shown);
        }
        return matches(ideal, limit);
    }

    private int shown() {
        return (int)
                IntStream.range(0, view.entities.size())
                        .filter(slot -> showing.entity(slot) != null)
                        .count();
    }

    /** Adds what a word gives, and answers its weight. */
    private double score(List<String> forms, int shown) {
        Best best = scratch.best;
        best.reset(view.entities.size());
        scratch.named.reset(view.entities.size());
        for (String form : forms) {
            view.labelWords.postings(form, view.labels.size(), scratch.postings);
            for (int i = 0; i < scratch.postings.count(); i++) {
                findLabel(scratch.postings.slot(i));
            }
            view.factWords.postings(form, view.versions.size(), scratch.postings);
            for (int i = 0; i < scratch.postings.count(); i++) {
                findFact(scratch.postings.slot(i));
            }
        }
        double idf = Math.log1p((shown - best.count() + 0.5) / (best.count() + 0.5));
        findNeighbours();
        for (int i = 0; i < best.count(); i++) {
            scratch.total.add(best.slot(i), idf * best.get(best.slot(i)));
        }
        return idf;
    }

    private void findLabel(int slot) {
        Label label = view.labels.get(slot);
        Entity entity = showing.entity(label.entity());
        if (entity != null && label.isOf(entity, showing.knownAt())) {
            double share = share(view.labelWords.length(slot));
            if (label.isName()) {
                scratch.named.max(label.entity(), share);
            }
            scratch.best.max(label.entity(), (label.isName() ? NAME : TYPE) * share);
        }
    }

    private void findFact(int slot) {
        VersionRow row = view.versions.get(slot);
        if (row == null || !lens.knows(row) || !showing.names(row)) {
            return;
        }
        Best found = lens.isValid(row) ? scratch.best : scratch.past;
        double weight = FACT * share(view.factWords.length(slot));
        found.max(row.subject(), weight);
        if (row.isRelation()) {
            found.max(row.target(), weight);
        }
    }

    private void findNeighbours() {
        Best near = scratch.near;
        near.reset(view.entities.size());
        for (int i = 0; i < scratch.named.count(); i++) {
            int slot = scratch.named.slot(i);
            EntityRow named = view.entities.get(slot);
            double weight = NEIGHBOUR * scratch.named.get(slot);
            for (int k = 0; k < named.linkCount(); k++) {
                VersionRow row = view.versions.get(named.links()[k]);
                if (row != null && row.isRelation() && showing.shows(row)) {
                    near.max(row.otherThan(slot), weight);
                }
            }
        }
        for (int i = 0; i < near.count(); i++) {
            scratch.best.max(near.slot(i), near.get(near.slot(i)));
        }
    }

    private static double share(int terms) {
        return 0.75 + 0.25 / Math.max(1, terms);
    }

    private GraphMatches matches(double ideal, int limit) {
        Best total = scratch.total;
        Comparator<Integer> bestFirst =
                Comparator.comparingDouble((Integer slot) -> -total.get(slot))
                        .thenComparing(slot -> view.entities.get(slot).entity().name())
                        .thenComparingLong(slot -> view.entities.get(slot).ordinal());
        PriorityQueue<Integer> worstFirst = new PriorityQueue<>(bestFirst.reversed());
        for (int i = 0; i < total.count(); i++) {
            worstFirst.add(total.slot(i));
            if (worstFirst.size() > limit) {
                worstFirst.remove();
            }
        }
        Stream<Integer> best = worstFirst.stream().sorted(bestFirst);
        long suppressed =
                IntStream.range(0, scratch.past.count())
                        .filter(i -> total.get(scratch.past.slot(i)) == 0)
                        .count();
        return new GraphMatches(
                best.map(slot -> match(slot, total.get(slot) / ideal)).toList(), suppressed);
    }

    private NodeMatch match(int slot, double score) {
        return new NodeMatch(showing.node(slot), score);
    }
}
