package dev.alluvium.operators.embed;

import dev.alluvium.models.embedding.Embedder;
import dev.alluvium.models.embedding.EmbeddingOptions;
import dev.alluvium.state.option.Embedded;
import java.io.Serializable;

/**
 * What the embedding stage is set up with, as it travels in the job graph.
 *
 * @param embedder null: nothing is embedded
 * @param embedded what else than records is embedded; its rate is then the embedder's
 * @param cacheBytes heap for vectors of texts seen before
 */
public record EmbedSettings(Embedder embedder, Embedded embedded, long cacheBytes)
        implements Serializable {

    public boolean isOn() {
        return embedder != null;
    }

    /** The embedding service's options; all who pass the same share one service in this JVM. */
    public EmbeddingOptions options() {
        EmbeddingOptions defaults = EmbeddingOptions.defaults();
        return new EmbeddingOptions(defaults.workers(), defaults.queueTexts(), cacheBytes);
    }
}
