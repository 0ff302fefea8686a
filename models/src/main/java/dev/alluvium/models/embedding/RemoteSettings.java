package dev.alluvium.models.embedding;

/**
 * A provider's model with what was chosen for it.
 *
 * @param name what memories note beside its vectors
 * @param model as the provider knows it
 * @param dimension 0 if only an answer will tell
 */
record RemoteSettings(
        String name,
        String model,
        EmbedderConfig config,
        EmbeddingProvider provider,
        int dimension,
        BatchLimits limits,
        int batchSize) {}
