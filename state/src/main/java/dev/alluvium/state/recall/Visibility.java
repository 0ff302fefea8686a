package dev.alluvium.state.recall;

import dev.alluvium.state.record.MemoryRecord;
import dev.alluvium.state.scope.Scope;
import java.time.Instant;
import java.util.List;

/** A filter made ready for the rows of one view, so that a row costs a few comparisons. */
final class Visibility {

    private final boolean[] accepted;
    private final Instant asOf;
    private final Instant knownAt;
    private final long asOfMillis;
    private final long knownAtMillis;

    Visibility(RecordView view, RecordFilter filter, Scope path) {
        this.asOf = filter.asOf();
        this.knownAt = filter.knownAt();
        this.asOfMillis = asOf == null ? 0 : RecordChunk.millis(asOf);
        this.knownAtMillis = knownAt == null ? 0 : RecordChunk.millis(knownAt);
        this.accepted = new boolean[view.facetCount()];
        for (int number = Facets.NONE + 1; number < accepted.length; number++) {
            accepted[number] = accepts(filter, path, view.facet(number));
        }
    }

    private static boolean accepts(RecordFilter filter, Scope path, Facet facet) {
        List<Scope> scopes = filter.scopes();
        List<String> categories = filter.categories();
        String source = filter.source();
        return path.contains(facet.scope())
                && (scopes == null || facet.isWithin(scopes))
                && (categories == null || facet.hasAny(categories))
                && (source == null || source.equals(facet.source()))
                && (!facet.isPrivate() || filter.includePrivate() || source != null);
    }

    /** Whether the slot has a record that meets every filter but the instants. */
    boolean accepts(RecordChunk chunk, int at) {
        return accepted[chunk.facets[at]];
    }

    /** Whether an accepted slot's record holds at the instants. */
    boolean holds(RecordChunk chunk, int at) {
        return isKnown(chunk, at) && isValid(chunk, at);
    }

    boolean isKnown(RecordChunk chunk, int at) {
        if (knownAt == null) {
            return chunk.knownTo[at] == RecordChunk.NEVER;
        }
        long from = chunk.knownFrom[at];
        long to = chunk.knownTo[at];
        if (from < knownAtMillis && knownAtMillis < to) {
            return true;
        }
        if (knownAtMillis < from || to < knownAtMillis) {
            return false;
        }
        MemoryRecord record = chunk.records[at];
        return holds(record.knownFrom(), record.knownTo(), knownAt);
    }

    /** Whether a slot's record became known to the memory after the asked instant. */
    boolean isLater(RecordChunk chunk, int at) {
        return knownAt != null && chunk.records[at].knownFrom().isAfter(knownAt);
    }

    private boolean isValid(RecordChunk chunk, int at) {
        if (asOf == null) {
            return true;
        }
        long from = chunk.validFrom[at];
        long to = chunk.validTo[at];
        if (from < asOfMillis && asOfMillis < to) {
            return true;
        }
        if (asOfMillis < from || to < asOfMillis) {
            return false;
        }
        MemoryRecord record = chunk.records[at];
        return holds(record.validFrom(), record.validTo(), asOf);
    }

    private static boolean holds(Instant from, Instant to, Instant at) {
        return !at.isBefore(from) && (to == null || at.isBefore(to));
    }
}
