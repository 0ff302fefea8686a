package dev.alluvium.state.core;

import dev.alluvium.state.change.MemoryHeader;
import dev.alluvium.state.outcome.CommandOutcome.Refusal;
import java.util.Objects;
import java.util.stream.Stream;

/** Keeps all vectors of a memory in one dimension: a command that brings another is refused. */
final class DimensionRule {

    private DimensionRule() {}

    /**
     * Why one of {@code vectors} (null ones are passed over) cannot live in this memory, or null.
     *
     * @param embedder the model that made them, or null
     */
    static Refusal broken(MemoryHeader header, String embedder, Stream<float[]> vectors) {
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
                                                + "; use the embedder of before, or re-embed the memory: export it, erase it and import it again"));
            }
        }
        return null;
    }

    private static String named(String embedder) {
        return embedder == null ? "" : " (embedder " + embedder + ")";
    }
}
