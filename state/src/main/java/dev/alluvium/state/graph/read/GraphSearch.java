package dev.alluvium.state.graph.read;

import dev.alluvium.state.text.PostingBuffer;
import dev.alluvium.state.vector.QueryVector;
import dev.alluvium.state.vector.VectorColumn;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Ranks entities by the words of a query, and by its vector where facts have vectors.
 *
 * <p>An entity has a word in a field: its name or an alias (weight {@value #NAME}), its type
 * ({@value #TYPE}), an observation ({@value #FACT}), the type of a relation from it or to it
 * ({@value #FACT}: that says of both what an observation would), the name of an entity at the other
 * end of one ({@value #NEIGHBOUR}: it is near, but not called so). A field that consists of the
 * word counts in full, one of {@code n} terms by {@code 3/4 + 1/4n}: {@code Acme} comes before
 * {@code Acme Holdings}, and yet no field falls to the next weight. Over the words {@code w} of the
 * query,
 *
 * <pre>score = Σ idf(w) · weight of the best field with w / Σ idf(w)</pre>
 *
 * which is 3 where each word is all of the name. {@code idf = ln(1 + (N - n + 0.5) / (n + 0.5))} as
 * in {@link dev.alluvium.state.text.Bm25}, with {@code N} the entities that are shown and {@code n}
 * those that have the word other than by a neighbour: that a hub has many neighbours does not make
 * its name a common word. Only what is shown at the moment counts, in {@code N} and {@code n} as
 * well, so what was answered as of the past is answered again.
 *
 * <p>A vector is one field more, of weight {@value #FACT}: the best fact's calibrated cosine, from
 * {@value #RELATED_COSINE} (nothing) to 1 (in full), is added to the score.
 */
final class GraphSearch {

    static final double NAME = 3;
    static final double TYPE = 2;
    static final double FACT = 1;
    static final double NEIGHBOUR = 0.5;

    /** From here on a record without the query's words counts as a hit, too. */
    static final double RELATED_COSINE = 0.5;

    private static final int CHUNK = 1024;

    private static final ThreadLocal<Scratch> SCRATCH = ThreadLocal.withInitial(Scratch::new);

    /** The arrays that a search adds up in, of the thread that searches. */
    private static final class Scratch {
        final PostingBuffer postings = new PostingBuffer();

        /** Of the word at hand: the share of names, of any field, of neighbours' names. */
        final Best named = new Best();

        final Best best = new Best();
        final Best near = new Best();

        /** Of all words: the score, and who would have one by what does not hold. */
        final Best total = new Best();

        final Best past = new Best();

        /** Whether an entity is shown: 0 before it was asked. */
        byte[] shown = {};

        final float[] cosines = new float[CHUNK];
    }

    private static final byte IS_SHOWN = 1;
    private static final byte IS_HIDDEN = 2;

    private final Showing showing;
    private final GraphView view;
    private final VersionTable.Bound versions;
    private final Lens lens;
    private final Scratch scratch = SCRATCH.get();

    GraphSearch(Showing showing) {
        this.showing = showing;
        this.view = showing.view();
        this.versions = view.versions;
        this.lens = showing.lens();
    }

    GraphMatches search(String query, float[] vector, int limit) {
        if (query.isBlank()) {
            List<Integer> newest = new Recency(showing).newestFirst(limit);
            return new GraphMatches(newest.stream().map(slot -> match(slot, 0)).toList(), 0);
        }
        int size = view.entities.size();
        scratch.total.reset(size);
        scratch.past.reset(size);
        if (scratch.shown.length < size) {
            scratch.shown = new byte[size];
        } else {
            Arrays.fill(scratch.shown, 0, size, (byte) 0);
        }
        List<List<String>> words = view.words.ofQuery(query);
        int shown = shown();
        double ideal = 0;
        for (List<String> forms : words) {
            ideal += score(forms, shown);
        }
        if (ideal > 0) {
            scratch.total.scale(1 / ideal);
        }
        if (vector != null && view.vectors.column() != null) {
            compare(view.vectors, vector);
        }
        return matches(limit);
    }

    /** How many entities are shown. */
    private int shown() {
        return showing.knownAt() == null
                ? view.shownNow
                : (int) IntStream.range(0, view.entities.size()).filter(this::isShown).count();
    }

    private boolean isShown(int entity) {
        byte known = scratch.shown[entity];
        if (known == 0) {
            known = showing.isShown(entity) ? IS_SHOWN : IS_HIDDEN;
            scratch.shown[entity] = known;
        }
        return known == IS_SHOWN;
    }

    /** Adds what a word gives, and answers its weight. */
    private double score(List<String> forms, int shown) {
        Best best = scratch.best;
        best.reset(view.entities.size());
        scratch.named.reset(view.entities.size());
        PostingBuffer postings = scratch.postings;
        for (String form : forms) {
            view.labelWords.postings(form, view.labels.size(), postings);
            for (int i = 0; i < postings.count(); i++) {
                findLabel(postings.slot(i));
            }
            view.factWords.postings(form, versions.size(), postings);
            for (int i = 0; i < postings.count(); i++) {
                findFact(postings.slot(i));
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
        int entity = label.entity();
        if (isShown(entity) && label.isOf(showing.entity(entity), showing.knownAt())) {
            double share = share(view.labelWords.length(slot));
            if (label.isName()) {
                scratch.named.max(entity, share);
            }
            scratch.best.max(entity, (label.isName() ? NAME : TYPE) * share);
        }
    }

    private void findFact(int version) {
        if (!lens.knows(version)) {
            return;
        }
        int subject = versions.subject(version);
        int target = versions.target(version);
        if (isShown(subject) && (target == VersionTable.NONE || isShown(target))) {
            Best found = lens.isValid(version) ? scratch.best : scratch.past;
            double weight = FACT * share(view.factWords.length(version));
            found.max(subject, weight);
            if (target != VersionTable.NONE) {
                found.max(target, weight);
            }
        }
    }

    private void findNeighbours() {
        Best near = scratch.near;
        near.reset(view.entities.size());
        for (int i = 0; i < scratch.named.count(); i++) {
            int slot = scratch.named.slot(i);
            double weight = NEIGHBOUR * scratch.named.get(slot);
            EntityRow named = view.entities.get(slot);
            int[] links = named.links();
            for (int k = 0; k < named.linkCount(); k++) {
                int version = links[k];
                if (versions.isRelation(version) && lens.holds(version)) {
                    int other = versions.otherEnd(version, slot);
                    if (isShown(other)) {
                        near.max(other, weight);
                    }
                }
            }
        }
        for (int i = 0; i < near.count(); i++) {
            scratch.best.max(near.slot(i), near.get(near.slot(i)));
        }
    }

    /** How much a field of so many terms counts. */
    private static double share(int terms) {
        return 0.75 + 0.25 / Math.max(1, terms);
    }

    /** Adds what the vectors of facts that hold give. */
    private void compare(FactVectors.Bound vectors, float[] vector) {
        VectorColumn column = vectors.column();
        QueryVector query = column.query(vector);
        double related = view.calibration.inverse(RELATED_COSINE);
        scratch.near.reset(view.entities.size());
        for (int from = 0; from < vectors.size(); from += CHUNK) {
            int to = Math.min(vectors.size(), from + CHUNK);
            column.scores(query, from, to, scratch.cosines);
            for (int row = from; row < to; row++) {
                double cosine = scratch.cosines[row - from];
                if (cosine > related) {
                    double above = view.calibration.apply(cosine) - RELATED_COSINE;
                    findMeaning(vectors.facts()[row], row, FACT * above / (1 - RELATED_COSINE));
                }
            }
        }
        for (int i = 0; i < scratch.near.count(); i++) {
            int slot = scratch.near.slot(i);
            scratch.total.add(slot, scratch.near.get(slot));
        }
    }

    private void findMeaning(int slot, int row, double weight) {
        FactRow fact = view.facts.get(slot);
        if (fact == null || fact.vector() != row) {
            return;
        }
        for (int version : fact.versions()) {
            if (showing.shows(version)) {
                scratch.near.max(versions.subject(version), weight);
                if (versions.isRelation(version)) {
                    scratch.near.max(versions.target(version), weight);
                }
            }
        }
    }

    private GraphMatches matches(int limit) {
        Best total = scratch.total;
        FirstFew best =
                new FirstFew(
                        limit,
                        (one, other) -> {
                            int order = Double.compare(total.get(other), total.get(one));
                            return order != 0 ? order : showing.compareNames(one, other);
                        });
        for (int i = 0; i < total.count(); i++) {
            best.offer(total.slot(i));
        }
        List<NodeMatch> matches =
                best.inOrder().stream().map(slot -> match(slot, total.get(slot))).toList();
        long suppressed =
                IntStream.range(0, scratch.past.count())
                        .filter(i -> total.get(scratch.past.slot(i)) == 0)
                        .count();
        return new GraphMatches(matches, suppressed);
    }

    private NodeMatch match(int slot, double score) {
        return new NodeMatch(showing.node(slot, Showing.SOME), score);
    }
}
