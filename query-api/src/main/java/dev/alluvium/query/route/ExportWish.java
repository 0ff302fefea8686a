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

    /**
     * @param areColumns whether the rows are all of one kind, records unless others are asked for
     */
    static ExportWish of(Parameters parameters, boolean areColumns) {
        List<String> given = parameters.texts("kind");
        List<String> kinds = given.isEmpty() && areColumns ? List.of("records") : given;
        for (String kind : kinds) {
            if (!KINDS.contains(kind)) {
                parameters.problem(
                        "kind",
                        "unknown kind \"" + kind + "\"; known: " + String.join(", ", KINDS));
            }
        }
        if (areColumns && (kinds.size() > 1 || kinds.contains("graph"))) {
            parameters.problem("kind", "columns are of records or of turns; ask for one of them");
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
