package dev.alluvium.state.recall;

import dev.alluvium.state.text.Bm25;
import dev.alluvium.state.text.LexicalIndex;
import dev.alluvium.state.text.PostingBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * Scores every row of a view by the words of one query: BM25 in which the forms of a word are one
 * term, divided by what a record consisting of just the query's words would get. So 1 means that a
 * record says what was asked, and a word that no record has counts against all.
 *
 * <p>Frequencies and lengths are those of the rows that are there, so deleted rows that still stand
 * in the index change nothing: a view scores the same however it came about.
 */
final class WordMatches {

    /**
     * For short texts: repetition says little (k1 below the usual 1.2), and a longer record is not
     * a worse one (b below 0.75).
     */
    static final Bm25 BM25 = new Bm25(0.9, 0.4);

    private final double[][] byChunk;
    private final RecordView view;
    private final double average;
    private double ideal;

    private int[] slots = {};
    private int[] frequencies = {};
    private int count;

    WordMatches(RecordView view, List<List<String>> queryWords) {
        this.view = view;
        this.byChunk = new double[view.chunkCount()][];
        this.average = view.words().averageLength();
        PostingBuffer buffer = new PostingBuffer();
        for (List<String> forms : queryWords) {
            count = 0;
            for (String form : forms) {
                view.lexical().postings(form, view.size(), buffer);
                if (buffer.count() > 0) {
                    addForm(buffer);
                }
            }
            double idf = BM25.idf(count, view.words().documents());
            addScores(idf);
            ideal += BM25.score(idf, 1, queryWords.size(), average);
        }
    }

    /** In [0, 1]; 0 where no word matched. */
    double of(int slot) {
        double[] scores = byChunk[slot / RecordChunk.SLOTS];
        return scores == null ? 0 : share(scores[slot % RecordChunk.SLOTS]);
    }

    /** The plain scores of a chunk's slots, or null where none matched; see {@link #share}. */
    double[] ofChunk(int number) {
        return byChunk[number];
    }

    /** A plain score as a share of the ideal. */
    double share(double score) {
        return score == 0 ? 0 : Math.min(1, score / ideal);
    }

    /** Merges a form's rows into the word's: a row has the word as often as its commonest form. */
    private void addForm(PostingBuffer form) {
        int[] mergedSlots = new int[count + form.count()];
        int[] mergedFrequencies = new int[mergedSlots.length];
        int merged = 0;
        int known = 0;
        int next = 0;
        while (known < count || next < form.count()) {
            if (next == form.count() || (known < count && slots[known] < form.slot(next))) {
                mergedSlots[merged] = slots[known];
                mergedFrequencies[merged++] = frequencies[known++];
            } else if (known == count || form.slot(next) < slots[known]) {
                if (view.hasRecord(form.slot(next))) {
                    mergedSlots[merged] = form.slot(next);
                    mergedFrequencies[merged++] = form.frequency(next);
                }
                next++;
            } else {
                mergedSlots[merged] = slots[known];
                mergedFrequencies[merged++] =
                        Math.max(frequencies[known++], form.frequency(next++));
            }
        }
        slots = Arrays.copyOf(mergedSlots, merged);
        frequencies = Arrays.copyOf(mergedFrequencies, merged);
        count = merged;
    }

    private void addScores(double idf) {
        LexicalIndex lexical = view.lexical();
        for (int i = 0; i < count; i++) {
            int slot = slots[i];
            double[] scores = byChunk[slot / RecordChunk.SLOTS];
            if (scores == null) {
                scores = new double[RecordChunk.SLOTS];
                byChunk[slot / RecordChunk.SLOTS] = scores;
            }
            scores[slot % RecordChunk.SLOTS] +=
                    BM25.score(idf, frequencies[i], lexical.length(slot), average);
        }
    }
}
