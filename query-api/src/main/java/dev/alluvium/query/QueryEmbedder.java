package dev.alluvium.query;

import java.util.function.Function;

/** Makes the vector a query is searched by; called from many threads at once. */
public interface QueryEmbedder {

    /** The model's name, as memories note it beside the vectors they hold. */
    String model();

    /** The unit-norm embedding of {@code query}. */
    float[] embed(String query);

    /** The embedder that {@code embedding} is, of the model of this name. */
    static QueryEmbedder of(String model, Function<String, float[]> embedding) {
        return new QueryEmbedder() {
            @Override
            public String model() {
                return model;
            }

            @Override
            public float[] embed(String query) {
                return embedding.apply(query);
            }
        };
    }
}
