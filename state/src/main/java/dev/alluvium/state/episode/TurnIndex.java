package dev.alluvium.state.episode;

import dev.alluvium.state.text.LexicalIndex;
import dev.alluvium.state.text.TextAnalyzer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The turns of one memory, written by its owner and read through the {@link TurnView}s it makes.
 *
 * <p>One thread calls {@link #put}, {@link #remove} and {@link #view}; it must hand a view to other
 * threads safely (a volatile write). Views it made before stay as they are. A turn that is replaced
 * or removed keeps its place in memory until the index is built anew; {@link #slots} beside {@link
 * TurnView#count} says when that is worth it.
 */
public final class TurnIndex {

    private static final DateTimeFormatter DATE_WORDS =
            DateTimeFormatter.ofPattern("d MMMM uuuu", Locale.ENGLISH);

    private final TextAnalyzer analyzer;
    private final TurnWeights weights;
    private final TurnColumns columns;
    private final Ordinals ordinals = new Ordinals();
    private final List<List<String>> authorTerms = new ArrayList<>();
    private LocalDate dateOfTerms;
    private List<String> dateTerms;
    private int version;
    private int count;

    public TurnIndex(TextAnalyzer analyzer, TurnWeights weights) {
        this.analyzer = analyzer;
        this.weights = weights;
        this.columns = new TurnColumns(new LexicalIndex(weights.bm25()));
    }

    /**
     * Puts a turn. An ordinal that is there already is replaced; the same turn again changes
     * nothing.
     *
     * @param vectors unit-norm embeddings of the turn alone and, second, of the turn with the one
     *     before it, of one dimension for all turns; may be empty
     */
    public void put(long ordinal, Turn turn, List<float[]> vectors) {
        int old = ordinals.slot(ordinal);
        if (old != Ordinals.NONE) {
            if (isSame(old, turn, vectors)) {
                return;
            }
            remove(ordinal);
        }
        int slot = columns.append(ordinal, turn, terms(turn));
        columns.appendVectors(slot, vectors);
        ordinals.set(ordinal, slot);
        count++;
    }

    /** Removes the turn of an ordinal, if there is one. */
    public void remove(long ordinal) {
        int slot = ordinals.slot(ordinal);
        if (slot != Ordinals.NONE) {
            columns.close(slot, version + 1);
            ordinals.set(ordinal, Ordinals.NONE);
            count--;
        }
    }

    /** The turns as they are now, for any thread, as long as it likes. */
    public TurnView view() {
        version++;
        return new TurnView(
                analyzer,
                weights,
                columns,
                columns.size(),
                version,
                count,
                columns.bytes() + ordinals.bytes());
    }

    /** Places taken by turns, the replaced and removed ones among them. */
    public int slots() {
        return columns.size();
    }

    private boolean isSame(int slot, Turn turn, List<float[]> vectors) {
        return (vectors.isEmpty() || columns.hasVector(slot)) && columns.turn(slot).equals(turn);
    }

    private List<String> terms(Turn turn) {
        List<String> terms = new ArrayList<>(analyzer.terms(turn.content()));
        if (turn.author() != null) {
            terms.addAll(authorTerms(turn.author()));
        }
        terms.addAll(dateTerms(turn.at()));
        return terms;
    }

    private List<String> authorTerms(String author) {
        int number = columns.authors.add(author);
        while (authorTerms.size() <= number) {
            authorTerms.add(null);
        }
        List<String> terms = authorTerms.get(number);
        if (terms == null) {
            terms = List.copyOf(new LinkedHashSet<>(analyzer.terms(author)));
            authorTerms.set(number, terms);
            for (String term : terms) {
                columns.authorsByTerm.merge(term, new int[] {number}, TurnIndex::joined);
            }
        }
        return terms;
    }

    private List<String> dateTerms(Instant at) {
        LocalDate date = at.atZone(ZoneOffset.UTC).toLocalDate();
        if (!date.equals(dateOfTerms)) {
            Set<String> words = new LinkedHashSet<>(analyzer.terms(DATE_WORDS.format(date)));
            words.add(date.toString());
            dateTerms = List.copyOf(words);
            dateOfTerms = date;
        }
        return dateTerms;
    }

    private static int[] joined(int[] known, int[] more) {
        int[] both = Arrays.copyOf(known, known.length + 1);
        both[known.length] = more[0];
        return both;
    }
}
