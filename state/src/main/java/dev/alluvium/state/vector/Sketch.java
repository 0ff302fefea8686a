package dev.alluvium.state.vector;

import java.util.Arrays;

/**
 * A vector's {@value #BITS} signs under a fixed rotation: what {@link NearIndex} keeps of a vector,
 * small enough to be stored beside a record so that an index is rebuilt without reading vectors.
 *
 * <p>Each bit differs between two vectors with probability angle/π (Charikar, "Similarity
 * estimation techniques from rounding algorithms", STOC 2002), so the share of differing bits
 * estimates the cosine. Sketches compare only if made with the same dimension and mean.
 */
public final class Sketch {
    /** Signs in a sketch. */
    public static final int BITS = 384;

    static final int WORDS = BITS / Long.SIZE;

    private final long[] words;

    private Sketch(long[] words) {
        this.words = words;
    }

    /** The sketch that {@link #words()} gave. */
    public static Sketch of(long[] words) {
        if (words.length != WORDS) {
            throw new IllegalArgumentException(
                    "a sketch has " + WORDS + " words, not " + words.length + "; give its words()");
        }
        return new Sketch(words.clone());
    }

    /** Takes the array over without copying; for the one who made it. */
    static Sketch wrap(long[] words) {
        return new Sketch(words);
    }

    /** The signs, to be stored; a copy. */
    public long[] words() {
        return words.clone();
    }

    /** Bits in which the two differ. */
    public int differingBits(Sketch other) {
        return differingBits(other.words, 0);
    }

    /** The cosine that so many differing bits suggest, within about ±0.02 near 1. */
    public static double estimatedCosine(int differingBits) {
        return Math.cos(Math.PI * differingBits / BITS);
    }

    int differingBits(long[] others, int at) {
        int bits = 0;
        for (int i = 0; i < WORDS; i++) {
            bits += Long.bitCount(words[i] ^ others[at + i]);
        }
        return bits;
    }

    void copyTo(long[] others, int at) {
        System.arraycopy(words, 0, others, at, WORDS);
    }

    /** The 64 bits from {@code bit} on, going on at the first bit after the last. */
    long bitsFrom(int bit) {
        return bitsFrom(words, 0, bit);
    }

    /** As {@link #bitsFrom(int)}, of the sketch that stands at {@code at} in {@code words}. */
    static long bitsFrom(long[] words, int at, int bit) {
        int word = bit / Long.SIZE % WORDS;
        int shift = bit % Long.SIZE;
        long high = words[at + word] << shift;
        if (shift == 0) {
            return high;
        }
        int next = word + 1 == WORDS ? 0 : word + 1;
        return high | words[at + next] >>> (Long.SIZE - shift);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Sketch sketch && Arrays.equals(words, sketch.words);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(words);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("Sketch[");
        for (long word : words) {
            text.append(String.format("%016x", word));
        }
        return text.append(']').toString();
    }
}
