package dev.alluvium.models.embedding;

import dev.alluvium.models.provider.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;

/**
 * Embeds queries on the threads that ask, so many at once, equal ones a single time, and each
 * within its own time. Any thread may call.
 */
final class QueryTurns {

    private final EmbeddingModel model;
    private final VectorCache cache;
    private final LongAdder cacheHits;
    private final Embedding embedding;
    private final Semaphore turns;

    /**
     * @param atOnce queries that are embedded at once; more wait their turn
     * @param cacheHits counts the queries whose vector was known or on its way
     */
    QueryTurns(
            EmbeddingModel model,
            VectorCache cache,
            int atOnce,
            LongAdder cacheHits,
            Embedding embedding) {
        this.model = model;
        this.cache = cache;
        this.cacheHits = cacheHits;
        this.embedding = embedding;
        turns = new Semaphore(atOnce, true);
    }

    /** Embeds texts in a given way, and completes what waits for them however that ends. */
    @FunctionalInterface
    interface Embedding {
        void embed(
                List<String> texts,
                Function<List<String>, List<float[]>> how,
                List<CompletableFuture<float[]>> results);
    }

    float[] vector(String text, Duration limit) {
        Deadline deadline = Deadline.in(limit);
        while (true) {
            CompletableFuture<float[]> mine = new CompletableFuture<>();
            CompletableFuture<float[]> known = cache.putIfAbsent(Purpose.QUERY, text, mine);
            if (known == null) {
                embed(text, mine, limit, deadline);
                return await(mine, limit, deadline);
            }
            cacheHits.increment();
            try {
                return await(known, limit, deadline);
            } catch (LateEmbeddingException e) {
                // Whoever asked first may have had less time.
                if (deadline.left().isZero()) {
                    throw e;
                }
            }
        }
    }

    private float[] await(CompletableFuture<float[]> vector, Duration limit, Deadline deadline) {
        try {
            return vector.get(deadline.left().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw late("did not answer in time", limit);
        } catch (InterruptedException e) {
            throw interrupted(e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException("a query was not embedded", e.getCause());
        }
    }

    private void embed(
            String text, CompletableFuture<float[]> vector, Duration limit, Deadline deadline) {
        try {
            if (!turns.tryAcquire(deadline.left().toNanos(), TimeUnit.NANOSECONDS)) {
                vector.completeExceptionally(late("is busy with other queries", limit));
                return;
            }
        } catch (InterruptedException e) {
            vector.completeExceptionally(interrupted(e));
            return;
        }
        try {
            embedding.embed(
                    List.of(text), texts -> inTime(texts, limit, deadline), List.of(vector));
        } finally {
            turns.release();
        }
    }

    private List<float[]> inTime(List<String> texts, Duration limit, Deadline deadline) {
        try {
            return model.embed(texts, Purpose.QUERY, deadline);
        } catch (EmbeddingException e) {
            throw deadline.left().isZero()
                    ? new LateEmbeddingException(e.getMessage(), limit, e)
                    : e;
        }
    }

    private LateEmbeddingException late(String what, Duration limit) {
        return new LateEmbeddingException(
                "embedding model " + model.name() + " " + what, limit, null);
    }

    private static EmbeddingException interrupted(InterruptedException cause) {
        Thread.currentThread().interrupt();
        return new EmbeddingException("interrupted before the query was embedded", cause);
    }
}
