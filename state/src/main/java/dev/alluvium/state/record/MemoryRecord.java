package dev.alluvium.state.record;

import dev.alluvium.state.scope.Scope;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One version of a short text that a memory keeps. Valid time is when it is true in the world,
 * known time is when the memory held this version; both are half-open {@code [from, to)} and a null
 * end means it still holds. The vector is kept beside the record, not in it.
 *
 * @param version counts from 1 and grows with each update of the same id
 * @param metadata any JSON, as Jackson's natural Java types
 * @param source who the record came from, or null
 * @param isPrivate whether only its own source may see it
 */
public record MemoryRecord(
        String id,
        int version,
        String content,
        Scope scope,
        List<String> categories,
        Map<String, Object> metadata,
        double importance,
        String source,
        boolean isPrivate,
        Instant createdAt,
        Instant lastAccessed,
        Instant validFrom,
        Instant validTo,
        Instant knownFrom,
        Instant knownTo) {

    public MemoryRecord {
        RecordRules.checkContent(content);
        RecordRules.checkImportance(importance);
        RecordRules.checkValidity(validFrom, validTo);
        categories = List.copyOf(categories);
        metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
    }

    /** Whether someone asking as {@code asker} (null: nobody in particular) may see this record. */
    public boolean visibleTo(String asker, boolean includePrivate) {
        return !isPrivate || includePrivate || (source != null && source.equals(asker));
    }

    /**
     * Whether this version holds at {@code asOf} in the world and was held by the memory at {@code
     * knownAt}.
     */
    public boolean holdsAt(Instant asOf, Instant knownAt) {
        return isValidAt(asOf) && isKnownAt(knownAt);
    }

    /** Whether this version holds at an instant in the world. */
    public boolean isValidAt(Instant asOf) {
        return !asOf.isBefore(validFrom) && (validTo == null || asOf.isBefore(validTo));
    }

    /** Whether the memory held this version at an instant. */
    public boolean isKnownAt(Instant knownAt) {
        return !knownAt.isBefore(knownFrom) && (knownTo == null || knownAt.isBefore(knownTo));
    }

    /** This version, no longer held since {@code instant}. */
    public MemoryRecord knownUntil(Instant instant) {
        return new MemoryRecord(
                id,
                version,
                content,
                scope,
                categories,
                metadata,
                importance,
                source,
                isPrivate,
                createdAt,
                lastAccessed,
                validFrom,
                validTo,
                knownFrom,
                instant);
    }

    /**
     * This version, read at {@code instant}, with the larger of its own importance and the given
     * one.
     */
    public MemoryRecord touched(Instant instant, double atLeastImportance) {
        Instant latest = instant.isAfter(lastAccessed) ? instant : lastAccessed;
        return new MemoryRecord(
                id,
                version,
                content,
                scope,
                categories,
                metadata,
                Math.max(importance, atLeastImportance),
                source,
                isPrivate,
                createdAt,
                latest,
                validFrom,
                validTo,
                knownFrom,
                knownTo);
    }
}
