package dev.alluvium.state.scope;

import java.time.Instant;
import java.util.List;

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
}
