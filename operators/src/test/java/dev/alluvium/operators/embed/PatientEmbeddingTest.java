package dev.alluvium.operators.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alluvium.models.embedding.EmbeddingException;
import dev.alluvium.models.embedding.EmbeddingModel;
import dev.alluvium.models.embedding.EmbeddingOptions;
import dev.alluvium.models.embedding.EmbeddingService;
import dev.alluvium.models.embedding.Purpose;
import dev.alluvium.state.vector.CosineCalibration;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of texts when an embedder is down, or cannot take one of them. */
class PatientEmbeddingTest {

    private static final Duration SHORT = Duration.ofMillis(1);

    private final AtomicInteger most = new AtomicInteger();
    private EmbeddingService service;

    @AfterEach
    void close() {
        service.close();
    }

    /** A model that is down where a text is one of these. */
    private PatientEmbedding failing(Predicate<String> which) {
        return embedding(which, new EmbeddingException("refused", null));
    }

    /** A model that takes no batch with one of these texts. */
    private PatientEmbedding refusing(Predicate<String> which) {
        return embedding(which, EmbeddingException.ofTexts("refused", null));
    }

    private PatientEmbedding embedding(Predicate<String> which, EmbeddingException failure) {
        EmbeddingModel model =
                new EmbeddingModel() {
                    @Override
                    public String name() {
                        return "scripted";
                    }

                    @Override
                    public int dimension() {
                        return 2;
                    }

                    @Override
                    public CosineCalibration calibration() {
                        return CosineCalibration.identity();
                    }

                    @Override
                    public int preferredBatch() {
                        return 4;
                    }

                    @Override
                    public List<float[]> embed(List<String> texts, Purpose purpose) {
                        most.accumulateAndGet(texts.size(), Math::max);
                        if (texts.stream().anyMatch(which)) {
                            throw failure;
                        }
                        return texts.stream().map(text -> new float[] {1, 0}).toList();
                    }

                    @Override
                    public void close() {
                        most.set(-1);
                    }
                };
        service = new EmbeddingService(model, new EmbeddingOptions(1, 256, 0));
        return new PatientEmbedding(service, SHORT);
    }

    private static List<String> texts(int count) {
        return IntStream.range(0, count).mapToObj(i -> "text " + i).toList();
    }

    @Test
    void fewTextsAtATimeSoThatOthersGetTheirTurn() throws Exception {
        List<float[]> vectors = refusing(text -> false).vectors(texts(21), Duration.ofMinutes(1));

        assertThat(vectors).hasSize(21).doesNotContainNull();
        assertThat(most.get()).isBetween(1, 4);
    }

    @Test
    void textThatCannotBeTakenHasNoVectorAndTheOthersHave() throws Exception {
        List<float[]> vectors =
                refusing(text -> text.equals("text 6")).vectors(texts(9), Duration.ofMinutes(1));

        assertThat(vectors).hasSize(9);
        assertThat(vectors.get(6)).isNull();
        assertThat(vectors.stream().filter(vector -> vector == null)).hasSize(1);
    }

    @Test
    void embedderThatComesBackIsWaitedFor() throws Exception {
        AtomicInteger failures = new AtomicInteger(7);

        List<float[]> vectors =
                failing(text -> failures.getAndDecrement() > 0)
                        .vectors(texts(3), Duration.ofMinutes(1));

        assertThat(vectors).hasSize(3).doesNotContainNull();
    }

    @Test
    void embedderThatStaysDownIsToldAndNoTextIsTakenForUnfit() {
        PatientEmbedding embedding = failing(text -> true);

        assertThatThrownBy(() -> embedding.vectors(texts(3), Duration.ofMillis(20)))
                .isInstanceOf(EmbeddingException.class)
                .hasMessageContaining("refused");
    }

    @Test
    void embedderThatRefusesEverythingIsToldLikewise() {
        PatientEmbedding embedding = refusing(text -> true);

        assertThatThrownBy(() -> embedding.vectors(texts(3), Duration.ofMillis(20)))
                .isInstanceOf(EmbeddingException.class)
                .hasMessageContaining("refused");
    }
}
