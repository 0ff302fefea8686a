package dev.alluvium.models.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Pins what 0.85 and 0.98 mean for each shipped model, by pairs of texts in several languages. */
class SimilarityPairsTest {

    record Pair(String language, String kind, String a, String b) {}

    record Bound(String kind, List<String> languages, double min, double max, String reason) {}

    record PairFile(Map<String, List<Bound>> bounds, List<Pair> pairs) {}

    private static PairFile file;

    @BeforeAll
    static void read() throws Exception {
        try (InputStream in =
                SimilarityPairsTest.class.getResourceAsStream("similarity-pairs.json")) {
            file = new ObjectMapper().readValue(in, PairFile.class);
        }
    }

    static List<String> models() {
        return EmbeddingModels.names();
    }

    @ParameterizedTest
    @MethodSource("models")
    void calibratedCosinesOfPairsKeepTheirBounds(String name) {
        List<Bound> bounds = file.bounds().get(name);
        SoftAssertions softly = new SoftAssertions();
        try (EmbeddingModel model = EmbeddingModels.open(name)) {
            for (Pair pair : file.pairs()) {
                Bound bound = boundOf(bounds, pair);
                List<float[]> vectors = model.embed(List.of(pair.a(), pair.b()), Purpose.PASSAGE);
                double cosine = Vectors.cosine(vectors.get(0), vectors.get(1));
                softly.assertThat(model.calibration().apply(cosine))
                        .as("%s, raw %.4f", pair, cosine)
                        .isBetween(bound.min(), bound.max());
            }
        }
        softly.assertAll();
    }

    @ParameterizedTest
    @MethodSource("models")
    void byTheMeanKindsStandInOrderInEveryLanguage(String name) {
        List<String> descending = List.of("same", "paraphrase", "related", "unrelated");
        SoftAssertions softly = new SoftAssertions();
        try (EmbeddingModel model = EmbeddingModels.open(name)) {
            for (String language :
                    new TreeSet<>(file.pairs().stream().map(Pair::language).toList())) {
                List<Double> means = new ArrayList<>();
                for (String kind : descending) {
                    means.add(
                            file.pairs().stream()
                                    .filter(p -> p.language().equals(language))
                                    .filter(p -> p.kind().equals(kind))
                                    .mapToDouble(p -> calibrated(model, p))
                                    .average()
                                    .orElseThrow());
                }
                List<Double> sorted = new ArrayList<>(means);
                sorted.sort((x, y) -> Double.compare(y, x));
                softly.assertThat(means)
                        .as("means of %s in %s", descending, language)
                        .isEqualTo(sorted);
            }
        }
        softly.assertAll();
    }

    @Test
    void everyShippedModelIsPinnedAndEveryLooserBoundSaysWhy() {
        assertThat(file.bounds().keySet())
                .containsExactlyInAnyOrderElementsOf(EmbeddingModels.names());
        assertThat(file.pairs())
                .extracting(Pair::language)
                .contains("en", "de", "es", "fr", "ar", "zh", "ru");
        assertThat(file.bounds().values())
                .allSatisfy(
                        bounds ->
                                assertThat(bounds)
                                        .filteredOn(bound -> bound.languages() != null)
                                        .allSatisfy(
                                                bound -> assertThat(bound.reason()).isNotBlank()));
    }

    private static double calibrated(EmbeddingModel model, Pair pair) {
        List<float[]> vectors = model.embed(List.of(pair.a(), pair.b()), Purpose.PASSAGE);
        return model.calibration().apply(Vectors.cosine(vectors.get(0), vectors.get(1)));
    }

    /** The bound for the pair's language if there is one, else the one for all languages. */
    private static Bound boundOf(List<Bound> bounds, Pair pair) {
        Bound forAll = null;
        for (Bound bound : bounds) {
            if (bound.kind().equals(pair.kind())) {
                if (bound.languages() == null) {
                    forAll = bound;
                } else if (bound.languages().contains(pair.language())) {
                    return bound;
                }
            }
        }
        assertThat(forAll).as("a bound for %s", pair).isNotNull();
        return forAll;
    }
}
