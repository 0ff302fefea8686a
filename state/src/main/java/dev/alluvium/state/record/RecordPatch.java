package dev.alluvium.state.record;

import dev.alluvium.state.scope.Scope;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The changed fields of an update; null leaves a field as it is. A changed content is embedded
 * anew.
 *
 * @param vector the new content's embedding, or null to have it computed
 */
public record RecordPatch(
        String content,
        Scope scope,
        List<String> categories,
        Map<String, Object> metadata,
        Double importance,
        String source,
        Boolean isPrivate,
        Instant validFrom,
        Instant validTo,
        float[] vector) {

    public RecordPatch {
        if (content != null) {
            RecordRules.checkContent(content);
        }
        if (importance != null) {
            RecordRules.checkImportance(importance);
        }
        RecordRules.checkValidity(validFrom, validTo);
        categories = categories == null ? null : List.copyOf(categories);
    }

    public RecordPatch withVector(float[] embedded) {
        return new RecordPatch(
                content,
                scope,
                categories,
                metadata,
                importance,
                source,
                isPrivate,
                validFrom,
                validTo,
                embedded);
    }
}
