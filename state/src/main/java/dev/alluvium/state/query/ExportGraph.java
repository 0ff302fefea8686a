package dev.alluvium.state.query;

import dev.alluvium.state.graph.Entity;
import dev.alluvium.state.graph.EntityDraft;
import dev.alluvium.state.graph.Fact;
import dev.alluvium.state.graph.ObservationsDraft;
import dev.alluvium.state.graph.RelationDraft;
import dev.alluvium.state.query.ExportGraph.Page;
import dev.alluvium.state.store.MemoryRows;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the next rows of a memory's graph as statements that make the same graph again: entities,
 * then observations, then relations, each in the order in which they were written. An import keeps
 * this order, so that what it makes is exported as the same statements.
 *
 * @param pass what is read: 0 entities, 1 observations, 2 relations
 * @param next the first row of the pass to read
 * @param limit most rows looked at
 * @param asOf only what holds at this instant; null for any
 * @param knownAt what was believed at this instant; null for now
 * @param isPast whether more was known when the export began: what was single-valued then is not
 *     kept, so that nothing is declared so
 */
public record ExportGraph(
        int pass, long next, int limit, Instant asOf, Instant knownAt, boolean isPast)
        implements RowQuery<Page> {

    private static final int PASSES = 3;

    /** From the beginning. */
    public static ExportGraph first(int limit, Instant asOf, Instant knownAt) {
        return new ExportGraph(0, 0, limit, asOf, knownAt, false);
    }

    @Override
    public Page on(MemoryRows rows) {
        // Later pages must not show what became known meanwhile.
        Instant lastKnown = rows.header().lastKnown();
        Instant known = knownAt == null ? lastKnown : knownAt;
        boolean begins = pass == 0 && next == 0;
        boolean past = begins ? known.isBefore(lastKnown) : isPast;
        GraphStatements statements = new GraphStatements(rows, asOf, known, past);
        List<Row> read = new ArrayList<>();
        int at = pass;
        long row = next;
        for (int left = limit; left > 0 && at < PASSES; left--) {
            long end =
                    at == 0 ? rows.header().graph().nextEntity() : rows.header().graph().nextFact();
            if (row >= end) {
                at++;
                row = 0;
                continue;
            }
            if (at == 0) {
                Entity entity = rows.entity(row);
                if (entity != null && entity.isKnownAt(known)) {
                    read.add(new Row(statements.entity(row, entity), null, null));
                }
            } else {
                Fact fact = rows.fact(row);
                if (fact != null) {
                    statements.add(read, row, fact, at == 2);
                }
            }
            row++;
        }
        return new Page(
                read, at == PASSES ? null : new ExportGraph(at, row, limit, asOf, known, past));
    }

    /**
     * One statement; the other two are null.
     *
     * @param entity without its observations
     * @param observation one of an entity
     */
    public record Row(EntityDraft entity, ObservationsDraft observation, RelationDraft relation) {}

    /**
     * @param next what reads on, or null at the end
     */
    public record Page(List<Row> rows, ExportGraph next) {

        public Page {
            rows = List.copyOf(rows);
        }
    }
}
