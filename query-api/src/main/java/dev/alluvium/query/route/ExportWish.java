package dev.alluvium.query.route;

import dev.alluvium.query.http.Parameters;
import dev.alluvium.state.query.ExportGraph;
import dev.alluvium.state.query.ExportRows;
import java.time.Instant;
import java.util.List;

/**
 * What of a memory is to be exported.
 *
 * @param asOf only what holds at this instant; null for any, unless {@code now}
 * @param now only what holds now
 * @param knownAt what was known at this instant; null for now
 */
record ExportWish(
        boolean records, boolean turns, boolean graph, Instant asOf, boolean now, Instant knownAt) {

    private static final List<String> KINDS = List.of("records", "turns", "graph");

    static ExportWish of(Parameters parameters) {
        List<String> kinds = parameters.texts("kind");
        for (String kind : kinds) {
            if (!KINDS.contains(kind)) {
                parameters.problem(
                        "kind",
                        "unknown kind \"" + kind + "\"; known: " + String.join(", ", KINDS));
            }
        }
        boolean now = parameters.texts("as_of").equals(List.of("now"));
        return new ExportWish(
                kinds.isEmpty() || kinds.contains("records"),
                kinds.isEmpty() || kinds.contains("turns"),
                kinds.isEmpty() || kinds.contains("graph"),
                now ? null : parameters.instant("as_of"),
                now,
                parameters.instant("known_at"));
    }

    /** With the instant that now is in a memory whose last write was known at {@code lastKnown}. */
    ExportWish in(Instant lastKnown, Instant clock) {
        if (!now) {
            return this;
        }
        Instant later = clock.isBefore(lastKnown) ? lastKnown : clock;
        return new ExportWish(records, turns, graph, later, false, knownAt);
    }

    ExportRows rows(int limit) {
        return new ExportRows(
                records ? 0 : ExportRows.NONE, turns ? 0 : ExportRows.NONE, limit, asOf, knownAt);
    }

    ExportRows after(ExportRows.Page page, int limit) {
        return new ExportRows(page.nextRecord(), page.nextTurn(), limit, asOf, knownAt);
    }

    /** The graph from its beginning, or null if it is not wanted. */
    ExportGraph graph(int limit) {
        return graph ? ExportGraph.first(limit, asOf, knownAt) : null;
    }
}
