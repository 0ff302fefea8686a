package dev.alluvium.models.embedding;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Remembers, within a bound of bytes, which vector a text got, and who is just now embedding it, so
 * that equal texts are embedded once. A failure is told to all who wait for it and then forgotten.
 * Safe for many threads; never blocks.
 */
final class VectorCache {

    private record Key(Purpose purpose, String text) {}

    /** What an entry takes beside its characters and floats: key, headers, the cache's node. */
    private static final int ENTRY_OVERHEAD_BYTES = 200;

    private final Cache<Key, float[]> vectors;

    // Beside Caffeine's map and not in its asynchronous form, which logs a trace for every failed
    // future.
    private final ConcurrentMap<Key, CompletableFuture<float[]>> onTheirWay =
            new ConcurrentHashMap<>();

    VectorCache(long maxBytes) {
        vectors =
                Caffeine.newBuilder()
                        .maximumWeight(maxBytes)
                        .weigher(VectorCache::bytes)
                        // Its upkeep is short; on the common pool it would compete with embedding.
                        .executor(Runnable::run)
                        .build();
    }

    private static int bytes(Key key, float[] vector) {
        return ENTRY_OVERHEAD_BYTES + 2 * key.text.length() + Float.BYTES * vector.length;
    }

    /**
     * The future that already stands for this text, or null after putting {@code mine} in its
     * place: the caller then owes it a completion. Not a loading function: that would hold a bin of
     * the map while the caller waits for room in the queue, and so stop the very workers that empty
     * it.
     */
    CompletableFuture<float[]> putIfAbsent(
            Purpose purpose, String text, CompletableFuture<float[]> mine) {
        Key key = new Key(purpose, text);
        float[] known = vectors.getIfPresent(key);
        if (known != null) {
            return CompletableFuture.completedFuture(known);
        }
        CompletableFuture<float[]> theirs = onTheirWay.putIfAbsent(key, mine);
        if (theirs != null) {
            return theirs;
        }
        // Cached before it leaves the map: whoever asks in between finds it in one of the two.
        mine.whenComplete(
                (vector, failure) -> {
                    if (vector != null) {
                        vectors.put(key, vector);
                    }
                    onTheirWay.remove(key, mine);
                });
        known = vectors.getIfPresent(key);
        if (known != null) {
            // It arrived between the first look and putting ours down.
            mine.complete(known);
            return mine;
        }
        return null;
    }
}
