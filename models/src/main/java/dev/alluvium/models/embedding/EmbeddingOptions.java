package dev.alluvium.models.embedding;

/**
 * Bounds what an {@link EmbeddingService} takes.
 *
 * @param workers threads that embed passages, and as many queries at once beside them
 * @param queueTexts passages that may wait before those who bring more are held back
 * @param cacheBytes approximate heap for vectors of texts seen before, with the texts; 0 keeps none
 */
public record EmbeddingOptions(int workers, int queueTexts, long cacheBytes) {

    public EmbeddingOptions {
        requireAtLeast("workers", workers, 1);
        requireAtLeast("queueTexts", queueTexts, 1);
        requireAtLeast("cacheBytes", cacheBytes, 0);
    }

    /**
     * All cores, 256 waiting passages (a second or two of work; more would only make a live write
     * wait longer behind a backfill), a cache of 64 MiB (about 35,000 short texts).
     */
    public static EmbeddingOptions defaults() {
        return new EmbeddingOptions(Runtime.getRuntime().availableProcessors(), 256, 64L << 20);
    }

    private static void requireAtLeast(String name, long value, long least) {
        if (value < least) {
            throw new IllegalArgumentException(
                    name + " " + value + " is below " + least + ", the least that works");
        }
    }
}
