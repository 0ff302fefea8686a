package dev.alluvium.models.embedding;

import dev.alluvium.state.vector.CosineCalibration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Embeds for everyone in this JVM: passages through a bounded queue that fills all cores, queries
 * at once beside them, equal texts a single time.
 *
 * <p>Passages wait in one queue, in the order they came. Each worker takes what waits, up to the
 * model's {@link EmbeddingModel#preferredBatch}, and never waits for more, so that a lone text is
 * not held back. A query does not queue behind passages: it is embedded on the thread that asks,
 * which shares the cores with the workers, and so waits for no passage however long. At most as
 * many queries run at once as {@link EmbeddingModel#queriesAtOnce} says; more wait their turn, each
 * no longer than it has.
 *
 * <p>Any thread may call. Vectors are shared between all who asked for the same text: do not change
 * them.
 */
public final class EmbeddingService implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(EmbeddingService.class);

    private record Passage(String text, CompletableFuture<float[]> vector) {}

    private record Sharing(Embedder model, EmbeddingOptions options) {}

    private static final Shared<Sharing, EmbeddingService> OPEN =
            new Shared<>(
                    sharing ->
                            new EmbeddingService(
                                    EmbeddingModels.open(sharing.model), sharing.options));

    private final EmbeddingModel model;
    private final VectorCache cache;
    private final BlockingQueue<Passage> queue;
    private final QueryTurns queries;
    private final List<Thread> workers;
    private final LongAdder embedded = new LongAdder();
    private final LongAdder cacheHits = new LongAdder();
    private final LongAdder batches = new LongAdder();
    private volatile boolean closed;

    /**
     * Starts a service of its own on a model.
     *
     * @param model is closed with the service
     */
    public EmbeddingService(EmbeddingModel model, EmbeddingOptions options) {
        this.model = model;
        cache = new VectorCache(options.cacheBytes());
        queue = new ArrayBlockingQueue<>(options.queueTexts());
        int atOnce = model.queriesAtOnce(options.workers());
        queries = new QueryTurns(model, cache, atOnce, cacheHits, this::embed);
        workers =
                IntStream.range(0, options.workers())
                        .mapToObj(i -> new Thread(this::work, "embed-" + model.name() + "-" + i))
                        .toList();
        for (Thread worker : workers) {
            worker.setDaemon(true);
            worker.start();
        }
    }

    /**
     * The service that all in this JVM share who name the same embedder and options: subtasks of a
     * job and the HTTP layer then fill the cores together instead of against each other. It ends
     * with its last lease.
     */
    public static Lease<EmbeddingService> shared(Embedder embedder, EmbeddingOptions options) {
        return OPEN.lease(new Sharing(embedder, options));
    }

    /** The name of the model below. */
    public String modelName() {
        return model.name();
    }

    /** The length of every vector. */
    public int dimension() {
        return model.dimension();
    }

    /** So many passages at once keep all workers busy, and nobody behind them waiting long. */
    public int preferredTexts() {
        return Math.max(workers.size(), model.preferredBatch());
    }

    /** What the model's cosines mean. */
    public CosineCalibration calibration() {
        return model.calibration();
    }

    /**
     * The vector, of unit norm, of a text that is to be kept. Blocks while the queue is full; that
     * is how those who bring passages are slowed to the rate of the cores.
     *
     * <p>The future fails with {@link EmbeddingException} if the model fails or the caller is
     * interrupted while the queue is full (the interrupt stays set), and with {@link
     * IllegalStateException} if the service closes. It is the caller's own: cancelling it disturbs
     * nobody else. What is chained to it runs on a worker: keep that short, and bring no passages
     * from there, since a full queue would then hold back the worker that must empty it.
     */
    public CompletableFuture<float[]> passage(String text) {
        CompletableFuture<float[]> mine = new CompletableFuture<>();
        CompletableFuture<float[]> known = cache.putIfAbsent(Purpose.PASSAGE, text, mine);
        if (known != null) {
            cacheHits.increment();
            return known.copy();
        }
        enqueue(new Passage(text, mine));
        return mine.copy();
    }

    /**
     * The vectors of several texts, in order; see {@link #passage}. Fails as a whole if one fails.
     */
    public CompletableFuture<List<float[]>> passages(List<String> texts) {
        return all(texts.stream().map(this::passage));
    }

    /** The same, but with null for a text that the model refuses while it takes others. */
    public CompletableFuture<List<float[]>> passagesTaken(List<String> texts) {
        return all(texts.stream().map(text -> passage(text).exceptionally(this::refused)));
    }

    private static CompletableFuture<List<float[]>> all(Stream<CompletableFuture<float[]>> coming) {
        List<CompletableFuture<float[]>> vectors = coming.toList();
        return CompletableFuture.allOf(vectors.toArray(CompletableFuture<?>[]::new))
                .thenApply(done -> vectors.stream().map(CompletableFuture::join).toList());
    }

    private float[] refused(Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        if (cause instanceof EmbeddingException refusal && refusal.isOfTexts()) {
            return null;
        }
        throw new CompletionException(cause);
    }

    /**
     * The vector, of unit norm, of a text that asks; blocks until it is there, or the limit has
     * passed. A model that computes by itself is not broken off: it takes no longer than its text.
     *
     * @throws EmbeddingException if the model fails or is too late, or the caller is interrupted
     *     while it waits (the interrupt stays set)
     * @throws IllegalStateException if the service is closed
     */
    public float[] query(String text, Duration limit) {
        return queries.vector(text, limit);
    }

    private void enqueue(Passage passage) {
        try {
            queue.put(passage);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            passage.vector.completeExceptionally(
                    new EmbeddingException("interrupted while the embedding queue was full", e));
            return;
        }
        // Whoever was blocked above while close() emptied the queue put his passage in after that.
        if (closed) {
            failQueued();
        }
    }

    private void work() {
        List<Passage> batch = new ArrayList<>();
        while (!closed) {
            try {
                batch.add(queue.take());
            } catch (InterruptedException e) {
                // Only close() interrupts a worker; the loop's condition ends it.
                continue;
            }
            queue.drainTo(batch, model.preferredBatch() - 1);
            embed(
                    batch.stream().map(Passage::text).toList(),
                    this::taken,
                    batch.stream().map(Passage::vector).toList());
            batch.clear();
        }
    }

    private void embed(
            List<String> texts,
            Function<List<String>, List<float[]>> embedding,
            List<CompletableFuture<float[]>> results) {
        if (closed) {
            results.forEach(result -> result.completeExceptionally(closedException()));
            return;
        }
        try {
            List<float[]> vectors = embedding.apply(texts);
            batches.increment();
            embedded.add(texts.size());
            for (int i = 0; i < vectors.size(); i++) {
                complete(results.get(i), vectors.get(i));
            }
        } catch (Throwable t) {
            // Whatever it is, those who wait must hear of it, and a worker must live on.
            Throwable failure =
                    t instanceof RuntimeException
                            ? t
                            : new EmbeddingException("model " + model.name() + " failed: " + t, t);
            results.forEach(result -> result.completeExceptionally(failure));
        }
    }

    private void complete(CompletableFuture<float[]> result, float[] vector) {
        if (vector == null) {
            result.completeExceptionally(
                    EmbeddingException.ofTexts(
                            "model " + model.name() + " refuses the text", null));
        } else {
            result.complete(vector);
        }
    }

    /**
     * Vectors of passages that may be of many who wait: one that the model refuses must not cost
     * the others theirs, and has null. What fails is halved until it is found.
     */
    private List<float[]> taken(List<String> texts) {
        try {
            return model.embed(texts, Purpose.PASSAGE);
        } catch (EmbeddingException e) {
            if (!e.isOfTexts()) {
                throw e;
            }
            if (!takesOthers()) {
                throw new EmbeddingException(e.getMessage(), e);
            }
            List<float[]> vectors = new ArrayList<>(texts.size());
            if (texts.size() == 1) {
                LOG.warn("a text gets no vector: {}", e.getMessage());
                vectors.add(null);
            } else {
                vectors.addAll(taken(texts.subList(0, texts.size() / 2)));
                vectors.addAll(taken(texts.subList(texts.size() / 2, texts.size())));
            }
            return vectors;
        }
    }

    /** Whether it is the texts that are refused, and not all that the model is asked. */
    private boolean takesOthers() {
        try {
            model.embed(List.of("probe"), Purpose.PASSAGE);
            return true;
        } catch (EmbeddingException e) {
            return false;
        }
    }

    /** Texts the model has embedded. */
    public long embedded() {
        return embedded.sum();
    }

    /** Texts whose vector was known, or on its way, when they were asked for. */
    public long cacheHits() {
        return cacheHits.sum();
    }

    /** Calls of the model that succeeded. */
    public long batches() {
        return batches.sum();
    }

    /** Passages that wait. */
    public int queued() {
        return queue.size();
    }

    /**
     * Fails what waits, lets what runs end, and closes the model; idempotent. Afterwards every
     * request fails with {@link IllegalStateException}.
     */
    @Override
    public void close() {
        closed = true;
        failQueued();
        workers.forEach(Thread::interrupt);
        boolean interrupted = false;
        for (Thread worker : workers) {
            while (worker.isAlive()) {
                try {
                    worker.join();
                } catch (InterruptedException e) {
                    // A worker ends within one call of the model, which must not lose its session.
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        model.close();
    }

    private void failQueued() {
        List<Passage> waiting = new ArrayList<>();
        queue.drainTo(waiting);
        waiting.forEach(passage -> passage.vector.completeExceptionally(closedException()));
    }

    private static IllegalStateException closedException() {
        return new IllegalStateException("the embedding service is closed");
    }
}
