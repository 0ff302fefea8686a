package dev.alluvium.operators.embed;

import dev.alluvium.models.embedding.EmbeddingException;
import dev.alluvium.models.embedding.EmbeddingService;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Embeds many texts beside those of others, who must not wait long: a few at a time. An embedder
 * that is down is waited for; a text that it cannot take, while it takes others, has no vector.
 */
final class PatientEmbedding {

    private static final Logger LOG = LoggerFactory.getLogger(PatientEmbedding.class);

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

    private final EmbeddingService service;
    private final Duration firstPause;

    /**
     * @param firstPause before an embedder that failed is tried again; later ones are longer
     */
    PatientEmbedding(EmbeddingService service, Duration firstPause) {
        this.service = service;
        this.firstPause = firstPause;
    }

    /**
     * One vector for each text, or null for one that cannot be embedded.
     *
     * @param patience for so long an embedder that is down is tried again
     * @throws EmbeddingException with the last reason when that has passed
     */
    List<float[]> vectors(List<String> texts, Duration patience) throws InterruptedException {
        List<float[]> vectors = new ArrayList<>(texts.size());
        Duration pause = firstPause;
        long up = System.nanoTime();
        while (vectors.size() < texts.size()) {
            try {
                List<String> left = texts.subList(vectors.size(), texts.size());
                vectors.addAll(
                        some(left.subList(0, Math.min(left.size(), service.preferredTexts()))));
                pause = firstPause;
                up = System.nanoTime();
            } catch (EmbeddingException e) {
                if (System.nanoTime() - up > patience.toNanos()) {
                    throw e;
                }
                LOG.warn(
                        "the embedder is tried again in {} s: {}", pause.toSeconds(), e.toString());
                TimeUnit.NANOSECONDS.sleep(pause.toNanos());
                Duration longer = pause.multipliedBy(2);
                pause = longer.compareTo(LONGEST_PAUSE) < 0 ? longer : LONGEST_PAUSE;
            }
        }
        return vectors;
    }

    private List<float[]> some(List<String> texts) throws InterruptedException {
        try {
            return service.passagesTaken(texts).get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof EmbeddingException cause
                    ? cause
                    : new EmbeddingException(String.valueOf(e.getCause().getMessage()), e);
        }
    }
}
