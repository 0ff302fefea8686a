package dev.alluvium.state.scope;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a branch holds: its records with all below it, their categories (sorted), the oldest and
 * newest creation times (null when it has none) and its immediate children (absolute, sorted).
 */
public record ScopeInfo(
        Scope path,
        long recordCount,
        List<String> categories,
        Instant oldestRecord,
        Instant newestRecord,
        List<Scope> childScopes) {

    public ScopeInfo {
        categories = List.copyOf(categories);
        childScopes = List.copyOf(childScopes);
    }

    /** What two disjoint parts of the same branch hold together. */
    public ScopeInfo merge(ScopeInfo other) {
        return new ScopeInfo(
                path,
                recordCount + other.recordCount,
                Stream.concat(categories.stream(), other.categories.stream())
                        .distinct()
                        .sorted()
                        .toList(),
                oldestRecord == null
                                || (other.oldestRecord != null
                                        && other.oldestRecord.isBefore(oldestRecord))
                        ? other.oldestRecord
                        : oldestRecord,
                newestRecord == null
                                || (other.newestRecord != null
                                        && other.newestRecord.isAfter(newestRecord))
                        ? other.newestRecord
                        : newestRecord,
                Stream.concat(childScopes.stream(), other.childScopes.stream())
                        .distinct()
                        .sorted()
                        .toList());
    }
}
