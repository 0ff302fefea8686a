package dev.alluvium.models.embedding;

import java.util.Map;

/** How long the vectors of well-known models are, so that nobody need be asked to learn it. */
final class KnownDimensions {

    private static final Map<String, Integer> OF =
            Map.ofEntries(
                    Map.entry("text-embedding-3-small", 1536),
                    Map.entry("text-embedding-3-large", 3072),
                    Map.entry("text-embedding-ada-002", 1536),
                    Map.entry("mxbai-embed-large", 1024),
                    Map.entry("nomic-embed-text", 768),
                    Map.entry("bge-m3", 1024),
                    Map.entry("gemini-embedding-001", 3072),
                    Map.entry("text-embedding-005", 768),
                    Map.entry("text-multilingual-embedding-002", 768),
                    Map.entry("embed-english-v3.0", 1024),
                    Map.entry("embed-multilingual-v3.0", 1024),
                    Map.entry("embed-v4.0", 1536),
                    Map.entry("voyage-3", 1024),
                    Map.entry("voyage-3-large", 1024),
                    Map.entry("voyage-3.5", 1024),
                    Map.entry("voyage-3-lite", 512),
                    Map.entry("amazon.titan-embed-text-v1", 1536),
                    Map.entry("amazon.titan-embed-text-v2:0", 1024),
                    Map.entry("cohere.embed-english-v3", 1024),
                    Map.entry("cohere.embed-multilingual-v3", 1024),
                    Map.entry("sentence-transformers/all-MiniLM-L6-v2", 384),
                    Map.entry("jina-embeddings-v2-base-en", 768),
                    Map.entry("jina-embeddings-v3", 1024),
                    Map.entry("ibm/slate-30m-english-rtrvr", 384),
                    Map.entry("ibm/slate-125m-english-rtrvr", 768));

    private KnownDimensions() {}

    /** The model's; 0 if it is not known. */
    static int of(String model) {
        return OF.getOrDefault(model, 0);
    }
}
