package dev.alluvium.query.route;

import dev.alluvium.query.QueryEmbedder;
import dev.alluvium.query.http.Call;
import dev.alluvium.query.read.Dimensions;
import java.time.Duration;

/** The vector that a query is searched by: the caller's own, or an embedding of the query. */
final class QueryVectors {

    private final QueryEmbedder embedder;
    private final Dimensions dimensions;

    /**
     * @param embedder null where queries are not embedded
     */
    QueryVectors(QueryEmbedder embedder, Dimensions dimensions) {
        this.embedder = embedder;
        this.dimensions = dimensions;
    }

    /**
     * A vector that fits the memory, or null where the search is by words alone.
     *
     * @param given unit-norm, or null
     * @param limit how long the query waits for its embedding
     */
    float[] of(Call call, String query, float[] given, Duration limit) {
        if (given != null) {
            dimensions.check(call.memory(), given.length, "the query's vector");
            return given;
        }
        if (embedder == null || query.isBlank()) {
            return null;
        }
        float[] vector = embedder.embed(query, limit);
        dimensions.checkQuery(call.memory(), embedder.model(), vector.length);
        return vector;
    }
}
