package dev.alluvium.models.embedding;

import dev.alluvium.models.provider.Deadline;
import dev.alluvium.state.vector.CosineCalibration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * A model whose passages a test lets through one call at a time, so that what waits and what passes
 * can be told without a clock; queries pass freely. A vector says the length of its text.
 */
final class HeldModel implements EmbeddingModel {

    private static final CountDownLatch OPEN = new CountDownLatch(0);

    static final String FAILING = "fail";

    /** A text that is refused, while others are taken. */
    static final String REFUSED = "refused";

    private final int preferredBatch;
    private final Semaphore permits = new Semaphore(0);
    private final List<List<String>> calls = new CopyOnWriteArrayList<>();
    private volatile boolean closed;
    private volatile boolean refusesAll;
    private volatile CountDownLatch gate = OPEN;

    HeldModel(int preferredBatch) {
        this.preferredBatch = preferredBatch;
    }

    void letThrough(int calls) {
        permits.release(calls);
    }

    /** Has queries that begin from now on hang, as with a provider that does not answer. */
    void holdQueries() {
        gate = new CountDownLatch(1);
    }

    /** Lets queries that begin from now on pass. */
    void passQueries() {
        gate = OPEN;
    }

    /** Has all texts refused, as by a provider that does not know the model. */
    void refuseAll() {
        refusesAll = true;
    }

    /** The calls that have begun, each with its texts. */
    List<List<String>> calls() {
        return calls;
    }

    boolean isClosed() {
        return closed;
    }

    static float[] vectorOf(String text) {
        return new float[] {text.length()};
    }

    @Override
    public String name() {
        return "held";
    }

    @Override
    public int dimension() {
        return 1;
    }

    @Override
    public CosineCalibration calibration() {
        return CosineCalibration.identity();
    }

    @Override
    public int preferredBatch() {
        return preferredBatch;
    }

    @Override
    public List<float[]> embed(List<String> texts, Purpose purpose) {
        calls.add(List.copyOf(texts));
        if (purpose == Purpose.PASSAGE) {
            permits.acquireUninterruptibly();
        }
        if (texts.contains(FAILING)) {
            throw new EmbeddingException("told to fail", null);
        }
        if (refusesAll || texts.contains(REFUSED)) {
            throw EmbeddingException.ofTexts("held answered 400", null);
        }
        return texts.stream().map(HeldModel::vectorOf).toList();
    }

    @Override
    public List<float[]> embed(List<String> texts, Purpose purpose, Deadline deadline) {
        CountDownLatch mine = gate;
        List<float[]> vectors = embed(texts, purpose);
        try {
            if (mine.await(deadline.left().toNanos(), TimeUnit.NANOSECONDS)) {
                return vectors;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new EmbeddingException("embedding model held did not answer", null);
    }

    @Override
    public void close() {
        closed = true;
    }
}
