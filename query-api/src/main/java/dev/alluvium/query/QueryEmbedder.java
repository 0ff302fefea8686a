package dev.alluvium.query;

/** Makes the vector a query is searched by; called from many threads at once. */
@FunctionalInterface
public interface QueryEmbedder {

    /** The unit-norm embedding of {@code query}. */
    float[] embed(String query);
}
