package dev.alluvium.state.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/**
 * An inverted index over an append-only column of documents, scored by {@link Bm25}.
 *
 * <p>One thread writes ({@link #add}); any number of threads read at the same time, each at a
 * bound: a reader with bound {@code size} sees the documents in slots below it and nothing of what
 * is added later, also not in document frequencies and lengths. The bound must reach the reader
 * safely after the documents were added, for example in a view published by a volatile write.
 * Documents are never removed: a removed slot is for the caller's filter to refuse, and still
 * counts in frequencies.
 */
public final class LexicalIndex {

    private static final int ENTRY_BYTES = 120;
    private static final int STRIDE = 256;

    private final Bm25 bm25;
    private final ConcurrentHashMap<String, Postings> terms = new ConcurrentHashMap<>();

    /** Terms per slot; 0 where no document is. */
    private volatile char[] lengths = new char[16];

    /** Documents and terms before each {@link #STRIDE}th slot. */
    private volatile long[] documentsBefore = new long[2];

    private volatile long[] lengthBefore = new long[2];

    /** The postings of the document being added. */
    private final List<Postings> ofDocument = new ArrayList<>();

    private volatile int size;
    private long documents;
    private long length;
    private volatile long bytes = 256;

    public LexicalIndex(Bm25 bm25) {
        this.bm25 = bm25;
    }

    /**
     * Adds the document of a slot, which must be greater than every slot before; slots left out
     * have no document. Bounds go up to one more than the last slot added.
     */
    public void add(int slot, List<String> documentTerms) {
        if (slot < size) {
            throw new IllegalArgumentException(
                    "slot " + slot + " is not after " + (size - 1) + "; slots only increase");
        }
        long grown = 0;
        for (String term : documentTerms) {
            Postings postings = terms.get(term);
            if (postings == null) {
                postings = new Postings();
                terms.put(term, postings);
                grown += entryBytes(term, postings);
            }
            if (postings.count(slot) == 1) {
                ofDocument.add(postings);
            }
        }
        for (Postings postings : ofDocument) {
            grown += postings.addCounted();
        }
        ofDocument.clear();
        bytes += grown;
        addLength(slot, Math.min(documentTerms.size(), Character.MAX_VALUE));
    }

    private void addLength(int slot, int count) {
        bytes += extendTo(slot);
        lengths[slot] = (char) count;
        size = slot + 1;
        if (count > 0) {
            documents++;
            length += count;
        }
    }

    private static long entryBytes(String term, Postings postings) {
        return ENTRY_BYTES + term.length() + postings.bytes();
    }

    /**
     * The same documents in other slots, without those that are gone: what an owner makes when many
     * of its slots are dead, far cheaper than analysing texts again. Writer only; this index stays
     * as it is for those who read it.
     *
     * @param slots the new slot of each slot added so far, increasing; negative where the document
     *     is gone
     */
    public LexicalIndex renumbered(int[] slots) {
        LexicalIndex kept = new LexicalIndex(bm25);
        for (int slot = 0; slot < size; slot++) {
            if (slots[slot] >= 0) {
                kept.addLength(slots[slot], lengths[slot]);
            }
        }
        PostingBuffer buffer = new PostingBuffer();
        terms.forEach((term, postings) -> kept.addRenumbered(term, postings, slots, buffer));
        return kept;
    }

    private void addRenumbered(String term, Postings of, int[] slots, PostingBuffer buffer) {
        of.read(slots.length, buffer);
        Postings postings = new Postings();
        for (int i = 0; i < buffer.count; i++) {
            if (slots[buffer.slots[i]] >= 0) {
                postings.add(slots[buffer.slots[i]], buffer.frequencies[i]);
            }
        }
        if (!postings.isEmpty()) {
            terms.put(term, postings);
            bytes += entryBytes(term, postings);
        }
    }

    /** The heap this takes, in bytes, as an estimate. */
    public long bytes() {
        return bytes;
    }

    /** Statistics of the documents below a bound, which scoring needs. */
    public Stats stats(int bound) {
        if (bound < 0 || bound > size) {
            throw new IllegalArgumentException(
                    "bound " + bound + " is not in [0, " + size + "], the slots added so far");
        }
        int stride = Math.max(0, bound - 1) / STRIDE;
        long count = documentsBefore[stride];
        long sum = lengthBefore[stride];
        char[] known = lengths;
        for (int slot = stride * STRIDE; slot < bound; slot++) {
            count += known[slot] > 0 ? 1 : 0;
            sum += known[slot];
        }
        return new Stats(Math.toIntExact(count), sum);
    }

    /** Reads the slots below the bound that have a term; none if no document has it. */
    public void postings(String term, int bound, PostingBuffer into) {
        Postings postings = terms.get(term);
        if (postings == null) {
            into.start();
        } else {
            postings.read(bound, into);
        }
    }

    /**
     * Adds to {@code scores} the score of every accepted slot below the bound for the distinct
     * terms given.
     *
     * @return what the score cannot reach: the sum over the terms that occur of their limits;
     *     divide by it for a value in [0, 1)
     */
    public double search(
            int bound,
            Collection<String> queryTerms,
            SlotFilter accept,
            PostingBuffer buffer,
            LexicalScores scores) {
        Stats stats = stats(bound);
        double ideal = 0;
        for (String term : queryTerms) {
            postings(term, bound, buffer);
            if (buffer.count > 0) {
                ideal += bm25.limit(score(stats, accept, buffer, scores));
            }
        }
        return ideal;
    }

    /** Adds the scores of one term's slots, and answers its inverse document frequency. */
    public double score(
            Stats stats, SlotFilter accept, PostingBuffer buffer, LexicalScores scores) {
        double idf = bm25.idf(buffer.count, stats.documents());
        double average = stats.averageLength();
        char[] known = lengths;
        for (int i = 0; i < buffer.count; i++) {
            int slot = buffer.slots[i];
            if (scores.get(slot) > 0 || accept.accepts(slot)) {
                scores.add(
                        slot, (float) bm25.score(idf, buffer.frequencies[i], known[slot], average));
            }
        }
        return idf;
    }

    /** The number of terms of the document in a slot. */
    public int length(int slot) {
        return lengths[slot];
    }

    /**
     * How many documents with at least one term there are, and how many terms they have together.
     */
    public record Stats(int documents, long terms) {

        public double averageLength() {
            return documents == 0 ? 1 : (double) terms / documents;
        }
    }

    private long extendTo(int slot) {
        long grown = 0;
        if (slot >= lengths.length) {
            int capacity = Math.max(slot + 1, lengths.length * 3 / 2);
            grown += 2L * (capacity - lengths.length);
            lengths = Arrays.copyOf(lengths, capacity);
        }
        int strides = slot / STRIDE + 2;
        if (strides > documentsBefore.length) {
            int capacity = Math.max(strides, documentsBefore.length * 3 / 2);
            grown += 16L * (capacity - documentsBefore.length);
            documentsBefore = Arrays.copyOf(documentsBefore, capacity);
            lengthBefore = Arrays.copyOf(lengthBefore, capacity);
        }
        for (int start = (size + STRIDE - 1) / STRIDE; start <= slot / STRIDE; start++) {
            documentsBefore[start] = documents;
            lengthBefore[start] = length;
        }
        return grown;
    }
}
