package dev.alluvium.models.embedding;

import dev.alluvium.state.vector.CosineCalibration;
import java.util.Arrays;
import java.util.List;

/**
 * The catalogue of embedding models by option value; a model is loaded once in a JVM, when first
 * asked for.
 */
public final class EmbeddingModels {

    private static final Shared<ShippedModel, EmbeddingModel> OPEN =
            new Shared<>(model -> new OnnxEmbeddingModel(model.source()));

    private EmbeddingModels() {}

    /** The option values that {@link #open} knows, the default first. */
    public static List<String> names() {
        return Arrays.stream(ShippedModel.values()).map(ShippedModel::optionValue).toList();
    }

    /**
     * Opens a model, or joins those who have it open; it is unloaded when the last of them has
     * closed.
     *
     * @throws IllegalArgumentException if there is no such model; the message names those there are
     */
    public static EmbeddingModel open(String name) {
        return new LeasedModel(OPEN.lease(ShippedModel.named(name)));
    }

    /**
     * Opens the model that an embedder is. A shipped one is loaded, or joined; one of a provider is
     * not built, and its key not asked for, before its first text.
     */
    public static EmbeddingModel open(Embedder embedder) {
        return embedder.isShipped()
                ? open(embedder.key())
                : embedder.plan().opener().open(System::getenv);
    }

    /**
     * What a model's cosines mean, without loading the model.
     *
     * @throws IllegalArgumentException if there is no such model; the message names those there are
     */
    public static CosineCalibration calibration(String name) {
        return ShippedModel.named(name).calibration();
    }

    /** One holder's view of a shared model: closing it gives back the claim, not the model. */
    private record LeasedModel(Lease<EmbeddingModel> lease) implements EmbeddingModel {

        @Override
        public String name() {
            return lease.get().name();
        }

        @Override
        public int dimension() {
            return lease.get().dimension();
        }

        @Override
        public CosineCalibration calibration() {
            return lease.get().calibration();
        }

        @Override
        public int preferredBatch() {
            return lease.get().preferredBatch();
        }

        @Override
        public List<float[]> embed(List<String> texts, Purpose purpose) {
            return lease.get().embed(texts, purpose);
        }

        @Override
        public void close() {
            lease.close();
        }
    }
}
