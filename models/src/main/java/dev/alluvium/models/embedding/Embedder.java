package dev.alluvium.models.embedding;

import dev.alluvium.state.vector.CosineCalibration;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Which model embeds: what the options {@code embedder} and {@code embedder_config} say, checked.
 * Two that are equal share one model in a JVM.
 *
 * @param key a shipped model's name, or a provider's key
 * @param config the provider's JSON object; empty for a shipped model
 */
public record Embedder(String key, String config) implements Serializable {

    /**
     * @throws IllegalArgumentException if there is no such key, or the config has what the provider
     *     does not know or lacks what it needs; the message names what there is
     */
    public Embedder {
        EmbedderConfig parsed = EmbedderConfig.parse(key, config.strip());
        if (parsed.isEmpty()) {
            config = "";
        }
        if (isShipped(key)) {
            if (!parsed.isEmpty()) {
                throw new IllegalArgumentException(
                        "embedder "
                                + key
                                + " comes with Alluvium and takes no config: leave it out");
            }
        } else {
            plan(key, parsed);
        }
    }

    /** A shipped model, or a provider with nothing but its defaults. */
    public static Embedder of(String key) {
        return new Embedder(key, "");
    }

    /** All keys: the shipped models, the default first, then the providers. */
    public static List<String> keys() {
        return Stream.of(
                        EmbeddingModels.names().stream(),
                        Stream.of(SentenceTransformer.KEY),
                        Arrays.stream(EmbeddingProvider.values()).map(EmbeddingProvider::key))
                .flatMap(keys -> keys)
                .toList();
    }

    /** What memories note beside the vectors of this model. */
    public String name() {
        return isShipped(key) ? key : plan().name();
    }

    /** What the model's cosines mean, without loading or asking it. */
    public CosineCalibration calibration() {
        return isShipped(key) ? ShippedModel.named(key).calibration() : plan().calibration();
    }

    EmbeddingPlan plan() {
        return plan(key, EmbedderConfig.parse(key, config));
    }

    private static EmbeddingPlan plan(String key, EmbedderConfig config) {
        return key.equals(SentenceTransformer.KEY)
                ? SentenceTransformer.plan(config)
                : EmbeddingProvider.of(key).plan(config);
    }

    boolean isShipped() {
        return isShipped(key);
    }

    private static boolean isShipped(String key) {
        return EmbeddingModels.names().contains(key);
    }

    /** Without the config, which may hold a key. */
    @Override
    public String toString() {
        return "Embedder[" + name() + "]";
    }
}
