package dev.alluvium.state.command;

import dev.alluvium.state.record.MemoryRecord;
import dev.alluvium.state.record.RecordJson;
import dev.alluvium.state.scope.Scope;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which records to forget: those that meet all of the given filters. A null filter does not
 * restrict; an empty id list meets nothing.
 *
 * @param scopes any of these branches
 * @param categories any of these
 * @param olderThan created before this instant
 * @param metadata all of these entries; none at all do not restrict and are no filter
 * @param all must be set when no filter is given
 */
public record ForgetFilter(
        List<Scope> scopes,
        List<String> categories,
        Instant olderThan,
        Map<String, Object> metadata,
        List<String> ids,
        boolean all) {

    public ForgetFilter {
        metadata = metadata == null || metadata.isEmpty() ? null : metadata;
        if (!all
                && scopes == null
                && categories == null
                && olderThan == null
                && metadata == null
                && ids == null) {
            throw new IllegalArgumentException(
                    "no filter is given; name a scope, categories, older_than, metadata or ids, or say \"all\": true");
        }
        scopes = scopes == null ? null : List.copyOf(scopes);
        categories = categories == null ? null : List.copyOf(categories);
        metadata =
                metadata == null
                        ? null
                        : Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
        ids = ids == null ? null : List.copyOf(ids);
    }

    /** Whether {@code record} meets every filter. */
    public boolean meets(MemoryRecord record) {
        return (ids == null || ids.contains(record.id())) && meetsBesidesId(record);
    }

    /** Whether {@code record}, found by one of the ids, meets every other filter. */
    public boolean meetsBesidesId(MemoryRecord record) {
        return (scopes == null || scopes.stream().anyMatch(s -> s.contains(record.scope())))
                && (categories == null
                        || categories.stream().anyMatch(record.categories()::contains))
                && (olderThan == null || record.createdAt().isBefore(olderThan))
                && (metadata == null || RecordJson.hasAll(record.metadata(), metadata));
    }
}
