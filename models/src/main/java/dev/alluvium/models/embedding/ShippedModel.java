package dev.alluvium.models.embedding;

import dev.alluvium.state.vector.CosineCalibration;
import dev.alluvium.state.vector.CosineCalibration.Knot;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The models that come with Alluvium: for each, where LangChain4j's jar keeps it, what it wants to
 * be told of a text's purpose, and what its cosines mean.
 *
 * <p>The knots were set by measuring the pairs in {@code similarity-pairs.json} (test resources) in
 * seven languages. Both models were taught English. In other languages unrelated texts lie nearer
 * to each other, most of all in scripts whose words their vocabulary cuts into letters (Arabic,
 * Chinese, Russian); the bounds there are looser and say so. A change of a knot moves every stored
 * threshold, so it takes a new revision.
 */
enum ShippedModel {
    /**
     * Unrelated English texts lie at 0.69 to 0.72, distinct turns of one conversation at 0.83
     * (median).
     */
    E5_SMALL_V2(
            "e5-small-v2",
            "e5-small-v2-q",
            "passage: ",
            "query: ",
            new CosineCalibration(
                    "e5-small-v2/1",
                    List.of(
                            new Knot(-1, -1),
                            new Knot(0.65, 0),
                            new Knot(0.80, 0.2),
                            new Knot(0.92, 0.85),
                            new Knot(0.996, 0.98),
                            new Knot(1, 1)))),

    /**
     * Unrelated English texts lie at -0.07 to 0.11, distinct turns of one conversation at 0.23
     * (median).
     */
    ALL_MINILM_L6_V2(
            "all-minilm-l6-v2",
            "all-minilm-l6-v2-q",
            "",
            "",
            new CosineCalibration(
                    "all-minilm-l6-v2/1",
                    List.of(
                            new Knot(-1, -1),
                            new Knot(0, 0),
                            new Knot(0.30, 0.2),
                            new Knot(0.80, 0.85),
                            new Knot(0.98, 0.98),
                            new Knot(1, 1))));

    private final String optionValue;
    private final String resource;
    private final String passagePrefix;
    private final String queryPrefix;
    private final CosineCalibration calibration;

    ShippedModel(
            String optionValue,
            String resource,
            String passagePrefix,
            String queryPrefix,
            CosineCalibration calibration) {
        this.optionValue = optionValue;
        this.resource = resource;
        this.passagePrefix = passagePrefix;
        this.queryPrefix = queryPrefix;
        this.calibration = calibration;
    }

    static ShippedModel named(String optionValue) {
        return Arrays.stream(values())
                .filter(model -> model.optionValue.equals(optionValue))
                .findFirst()
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "embedding model \""
                                                + optionValue
                                                + "\" is not known; known are: "
                                                + Arrays.stream(values())
                                                        .map(model -> model.optionValue)
                                                        .collect(Collectors.joining(", "))));
    }

    String optionValue() {
        return optionValue;
    }

    OnnxSource source() {
        return new OnnxSource(
                optionValue,
                OnnxSource.Content.resource("/" + resource + ".onnx"),
                OnnxSource.Content.resource("/" + resource + "-tokenizer.json"),
                Map.of(Purpose.PASSAGE, passagePrefix, Purpose.QUERY, queryPrefix),
                calibration);
    }

    CosineCalibration calibration() {
        return calibration;
    }
}
