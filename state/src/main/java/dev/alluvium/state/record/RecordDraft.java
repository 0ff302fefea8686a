package dev.alluvium.state.record;

import dev.alluvium.state.scope.Scope;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A record as its writer states it. What is null is filled when the command is applied: id from the
 * position, scope {@code /}, importance from the options, times from the command's time in the log.
 *
 * @param vector the content's embedding, or null to have it computed; any length, normalised when
 *     applied
 */
public record RecordDraft(
        String id,
        String content,
        Scope scope,
        List<String> categories,
        Map<String, Object> metadata,
        Double importance,
        String source,
        boolean isPrivate,
        Instant createdAt,
        Instant validFrom,
        Instant validTo,
        float[] vector) {

    public RecordDraft {
        RecordRules.checkContent(content);
        if (importance != null) {
            RecordRules.checkImportance(importance);
        }
        RecordRules.checkValidity(validFrom, validTo);
        categories = categories == null ? List.of() : List.copyOf(categories);
        metadata =
                metadata == null
                        ? Map.of()
                        : Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
    }

    /** A draft of bare text. */
    public static RecordDraft ofContent(String content) {
        return new RecordDraft(
                null, content, null, null, null, null, null, false, null, null, null, null);
    }

    public RecordDraft withVector(float[] embedded) {
        return new RecordDraft(
                id,
                content,
                scope,
                categories,
                metadata,
                importance,
                source,
                isPrivate,
                createdAt,
                validFrom,
                validTo,
                embedded);
    }

    public RecordDraft withId(String chosen) {
        return new RecordDraft(
                chosen,
                content,
                scope,
                categories,
                metadata,
                importance,
                source,
                isPrivate,
                createdAt,
                validFrom,
                validTo,
                vector);
    }
}
