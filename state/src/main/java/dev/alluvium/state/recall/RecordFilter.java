package dev.alluvium.state.recall;

import dev.alluvium.state.scope.Scope;
import java.time.Instant;
import java.util.List;

/**
 * Which records a listing or count sees.
 *
 * @param scopes any of these branches, or null for all
 * @param categories any of these, or null for all
 * @param source who asks, and only whose records are seen; or null
 * @param asOf only records that hold at this instant in the world, or null for any valid time
 * @param knownAt the instant whose knowledge is seen, or null for what is known now
 */
public record RecordFilter(
        List<Scope> scopes,
        List<String> categories,
        String source,
        boolean includePrivate,
        Instant asOf,
        Instant knownAt) {}
