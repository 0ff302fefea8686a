package dev.alluvium.query.deep;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.recall.RecallResult;
import java.util.List;

/**
 * What a recall found in the end.
 *
 * @param result the original search's, with what others added
 * @param evidenceGaps what the model last found missing
 * @param isDeep whether a model analysed the query
 * @param fallback why it went on without the model, or null
 * @param explanation every step
 */
public record Deepened(
        RecallResult result,
        List<String> evidenceGaps,
        boolean isDeep,
        Fallback fallback,
        ObjectNode explanation) {

    /** The original search alone. */
    public static Deepened plain(RecallResult found, String because) {
        return new Deepened(found, List.of(), false, null, new Steps().plain(because));
    }
}
