package dev.alluvium.models.embedding;

import java.time.Duration;

/** Says that a query's time was over before a model had embedded it. */
final class LateEmbeddingException extends EmbeddingException {

    /**
     * @param what the model and what it did not do in time
     * @param limit what the query had
     */
    LateEmbeddingException(String what, Duration limit, Throwable cause) {
        super("%s; the query waits at most %d ms".formatted(what, limit.toMillis()), cause);
    }
}
