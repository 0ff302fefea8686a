package dev.alluvium.state.core;

import dev.alluvium.state.change.MemoryHeader;
import dev.alluvium.state.outcome.CommandOutcome.Refusal;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Keeps all vectors of a memory comparable: of one dimension, made by one model. A command that
 * brings vectors of another dimension is refused. Where the model that embeds has changed, what it
 * made is left out instead: the command may be one that was accepted before the change, and its
 * texts must not be lost.
 */
final class DimensionRule {

    static final String WAY_OUT =
            "use the embedder of before, or have the memory embedded anew (alluvium reembed)";

    private DimensionRule() {}

    /**
     * Why one of {@code vectors} (null ones are passed over) cannot live in this memory, or null.
     *
     * @param embedder the model that made them, or null
     */
    static Refusal broken(MemoryHeader header, String embedder, Stream<float[]> vectors) {
        if (isOtherModel(header, embedder)) {
            return null;
        }
        int[] lengths = vectors.filter(Objects::nonNull).mapToInt(v -> v.length).toArray();
        boolean isFirst = header.dimension() == 0;
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

    /** Whether the memory's vectors were made by another model than the one that embeds. */
    static boolean isOtherModel(MemoryHeader header, String embedder) {
        return header.dimension() > 0
                && embedder != null
                && header.embedder() != null
                && !embedder.equals(header.embedder());
    }

    /** Why vectors of another model were left out. */
    static String leftOut(MemoryHeader header, String embedder) {
        return "kept without vectors: those of embedder "
                + embedder
                + " do not fit this memory, whose vectors are of embedder "
                + header.embedder()
                + " (dimension "
                + header.dimension()
                + "); "
                + WAY_OUT;
    }

    private static String named(String embedder) {
        return embedder == null ? "" : " (embedder " + embedder + ")";
    }
}
