package dev.alluvium.models.embedding;

import dev.alluvium.models.provider.Deadline;
import dev.alluvium.state.vector.CosineCalibration;
import java.util.List;

/**
 * Turns texts into vectors whose cosine tells how near their meanings are.
 *
 * <p>Implementations are safe for use by many threads at once, and give one text the same vector
 * whatever it is embedded with: the log is replayed, and a replay must settle into the same state.
 */
public interface EmbeddingModel extends AutoCloseable {

    /** The option value that names this model, such as {@code e5-small-v2}. */
    String name();

    /** The length of every vector of this model. */
    int dimension();

    /** What this model's cosines mean. */
    CosineCalibration calibration();

    /**
     * How many texts one call of {@link #embed} should carry when many wait: 1 where a call costs
     * no more than its texts do, more where each call has a price of its own, such as a network
     * round trip.
     */
    default int preferredBatch() {
        return 1;
    }

    /**
     * How many queries may be embedded at once beside so many workers: no more than they are where
     * the cores do the work, more where most of it is waiting for another.
     */
    default int queriesAtOnce(int workers) {
        return workers;
    }

    /**
     * Embeds the texts and blocks until it is done.
     *
     * @return one vector for each text, in order, each of {@link #dimension} floats and of unit
     *     Euclidean norm
     * @throws EmbeddingException if the model fails
     * @throws IllegalStateException if the model is closed
     */
    List<float[]> embed(List<String> texts, Purpose purpose);

    /**
     * Embeds as {@link #embed(List, Purpose)} does, and where it waits for another, no longer than
     * until the deadline.
     */
    default List<float[]> embed(List<String> texts, Purpose purpose, Deadline deadline) {
        return embed(texts, purpose);
    }

    /** Releases what the model holds, after the calls under way have ended; idempotent. */
    @Override
    void close();
}
