package dev.alluvium.state.reembed;

import java.util.List;

/**
 * The vectors of one row.
 *
 * @param text what they are of, where the row may say something else by now; or null
 * @param vectors none where its texts could not be embedded
 */
public record RowVectors(long ordinal, String text, List<float[]> vectors) {

    public RowVectors {
        vectors = List.copyOf(vectors);
    }
}
