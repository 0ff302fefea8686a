package dev.alluvium.state.decide;

import dev.alluvium.state.record.RecordRules;
import dev.alluvium.state.scope.Scope;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where a model would file a text whose writer left that open. Null is what it does not say.
 *
 * @param metadata further findings, such as entities, dates and topics
 */
public record Analysis(
        Scope scope, List<String> categories, Double importance, Map<String, Object> metadata) {

    public Analysis {
        if (importance != null) {
            RecordRules.checkImportance(importance);
        }
        categories = categories == null ? null : List.copyOf(categories);
        metadata =
                metadata == null
                        ? Map.of()
                        : Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
    }
}
