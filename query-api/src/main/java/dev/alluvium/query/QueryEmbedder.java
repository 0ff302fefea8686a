package dev.alluvium.query;

import java.time.Duration;
import java.util.function.BiFunction;

/** Makes the vector a query is searched by; called from many threads at once. */
public interface QueryEmbedder {

    /** The model's name, as memories note it beside the vectors they hold. */
    String model();

    /**
     * The unit-norm embedding of {@code query}.
     *
     * @param limit how long the query waits for another, such as a provider
     */
    float[] embed(String query, Duration limit);

    /** The embedder that {@code embedding} is, of the model of this name. */
    static QueryEmbedder of(String model, BiFunction<String, Duration, float[]> embedding) {
        return new QueryEmbedder() {
            @Override
            public String model() {
                return model;
            }

            @Override
            public float[] embed(String query, Duration limit) {
                return embedding.apply(query, limit);
            }
        };
    }
}
