package dev.alluvium.state.text;

/**
 * BM25 as in Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond"
 * (2009), with the inverse document frequency ln(1 + (N - n + 0.5) / (n + 0.5)), which is never
 * negative:
 *
 * <pre>idf · f · (k1 + 1) / (f + k1 · (1 - b + b · length / averageLength))</pre>
 *
 * @param k1 from 0: how much a term's further occurrences in a document count
 * @param b in [0, 1]: how much long documents are discounted
 */
public record Bm25(double k1, double b) {

    /** The values most systems start from. */
    public static final Bm25 DEFAULT = new Bm25(1.2, 0.75);

    public Bm25 {
        if (!(k1 >= 0 && k1 <= 100)) {
            throw new IllegalArgumentException("k1 " + k1 + " is not in [0, 100]");
        }
        if (!(b >= 0 && b <= 1)) {
            throw new IllegalArgumentException("b " + b + " is not in [0, 1]");
        }
    }

    /** The weight of a term that {@code frequency} of {@code documents} have. */
    public double idf(int frequency, int documents) {
        return Math.log1p((documents - frequency + 0.5) / (frequency + 0.5));
    }

    /** The score of a term of weight {@code idf} in one document. */
    public double score(double idf, int frequency, double length, double averageLength) {
        double norm = k1 * (1 - b + b * length / averageLength);
        return idf * frequency * (k1 + 1) / (frequency + norm);
    }

    /** What the score of a term approaches as its frequency grows. */
    public double limit(double idf) {
        return idf * (k1 + 1);
    }
}
