package dev.alluvium.state.core;

import dev.alluvium.state.change.MemoryHeader;
import dev.alluvium.state.outcome.CommandOutcome.Refusal;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Keeps all vectors of a memory comparable: of one dimension, made by one model. A command that
 * brings others is refused.
 */
final class DimensionRule {

    private static final String WAY_OUT =
            "use the embedder of before, or re-embed the memory: export it, erase it and import it again";

    private DimensionRule() {}

    /**
     * Why one of {@code vectors} (null ones are passed over) cannot live in this memory, or null.
     *
     * @param embedder the model that made them, or null
     */
    static Refusal broken(MemoryHeader header, String embedder, Stream<float[]> vectors) {
        int[] lengths = vectors.filter(Objects::nonNull).mapToInt(v -> v.length).toArray();
        boolean isFirst = header.dimension() == 0;
        boolean otherModel =
                !isFirst
                        && embedder != null
                        && header.embedder() != null
                        && !embedder.equals(header.embedder());
        if (otherModel && lengths.length > 0) {
            return new Refusal(
                    422,
                    "Embedding model differs",
                    "vectors of embedder "
                            + embedder
                            + " (dimension "
                            + lengths[0]
                            + ") do not fit this memory, whose vectors are of embedder "
                            + header.embedder()
                            + " (dimension "
                            + header.dimension()
                            + "); "
                            + WAY_OUT);
        }
        int wanted = isFirst && lengths.length > 0 ? lengths[0] : header.dimension();
        for (int length : lengths) {
            if (length != wanted) {
                return new Refusal(
                        422,
                        "Vector dimension differs",
                        "a vector of dimension "
                                + length
                                + named(embedder)
                                + (isFirst
                                        ? " does not fit the first of its batch, of dimension "
                                                + wanted
                                                + "; give vectors of one model"
                                        : " does not fit this memory, whose vectors have dimension "
                                                + wanted
                                                + named(header.embedder())
                                                + "; "
                                                + WAY_OUT));
            }
        }
        return null;
    }

    private static String named(String embedder) {
        return embedder == null ? "" : " (embedder " + embedder + ")";
    }
}
