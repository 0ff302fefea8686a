package dev.alluvium.models.embedding;

import dev.alluvium.models.embedding.OnnxSource.Content;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The embedder that runs in this process: a shipped model by its name, or one from disk. */
final class SentenceTransformer {

    static final String KEY = "sentence-transformer";

    private static final List<String> KEYS =
            List.of("model_name", "model_path", "tokenizer_path", "passage_prefix", "query_prefix");

    private SentenceTransformer() {}

    /**
     * @throws IllegalArgumentException if the config names neither a shipped model nor two files
     */
    static EmbeddingPlan plan(EmbedderConfig config) {
        config.allow(KEYS);
        if (config.has("model_path")) {
            return fromDisk(config);
        }
        String name = config.text("model_name", ShippedModel.ALL_MINILM_L6_V2.optionValue());
        ShippedModel shipped =
                shipped(name)
                        .orElseThrow(
                                () ->
                                        new IllegalArgumentException(
                                                "model_name in embedder_config of %s is none of %s, which come along: give another's files as model_path and tokenizer_path"
                                                        .formatted(
                                                                KEY,
                                                                String.join(
                                                                        ", ",
                                                                        EmbeddingModels.names()))));
        return new EmbeddingPlan(
                shipped.optionValue(),
                shipped.calibration(),
                environment -> EmbeddingModels.open(shipped.optionValue()));
    }

    private static EmbeddingPlan fromDisk(EmbedderConfig config) {
        Path model = Path.of(config.text("model_path"));
        Path tokenizer = Path.of(config.text("tokenizer_path"));
        String name = KEY + '/' + config.text("model_name", String.valueOf(model.getFileName()));
        OnnxSource source =
                new OnnxSource(
                        name,
                        Content.file(model),
                        Content.file(tokenizer),
                        Map.of(
                                Purpose.PASSAGE, config.prefix("passage_prefix"),
                                Purpose.QUERY, config.prefix("query_prefix")),
                        config.calibration(name));
        return new EmbeddingPlan(
                name, source.calibration(), environment -> new OnnxEmbeddingModel(source));
    }

    /** By our name for it, or its own, whatever the case and whoever's name stands before it. */
    private static Optional<ShippedModel> shipped(String name) {
        String bare = name.substring(name.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
        return Arrays.stream(ShippedModel.values())
                .filter(model -> model.optionValue().equals(bare))
                .findFirst();
    }
}
