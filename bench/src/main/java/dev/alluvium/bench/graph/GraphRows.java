package dev.alluvium.bench.graph;

import dev.alluvium.bench.graph.World.Saying;
import dev.alluvium.bench.graph.World.Thing;
import dev.alluvium.bench.graph.World.Tie;
import dev.alluvium.state.bitemporal.History;
import dev.alluvium.state.bitemporal.Interval;
import dev.alluvium.state.bitemporal.Statement;
import dev.alluvium.state.change.Change;
import dev.alluvium.state.change.Change.PutEntity;
import dev.alluvium.state.change.Change.PutFact;
import dev.alluvium.state.graph.Claim;
import dev.alluvium.state.graph.Entity;
import dev.alluvium.state.graph.Fact;
import dev.alluvium.state.graph.Provenance;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The rows of a world as a memory holds them, for a view without a system around it. */
public final class GraphRows {

    private final Instant known;
    private final Map<String, Long> ordinals = new HashMap<>();
    private final List<Change> changes = new ArrayList<>();
    private long next;

    private GraphRows(Instant known) {
        this.known = known;
    }

    /**
     * @param known when the memory learned of all of it; each row a microsecond later
     */
    public static List<Change> of(List<Thing> things, List<Tie> ties, Instant known) {
        GraphRows rows = new GraphRows(known);
        things.forEach(rows::add);
        ties.forEach(rows::add);
        return rows.changes;
    }

    private void add(Thing thing) {
        long ordinal = next++;
        ordinals.put(thing.name(), ordinal);
        changes.add(
                new PutEntity(ordinal, Entity.of("e" + ordinal, thing.name(), thing.type(), at())));
        for (Saying saying : thing.sayings()) {
            Claim claim = new Claim.Observation(ordinal, null, saying.content());
            add(claim, new Interval(saying.validFrom(), saying.validTo()));
        }
    }

    private void add(Tie tie) {
        long source = ordinals.get(tie.source());
        long target = ordinals.get(tie.target());
        add(new Claim.Relation(source, tie.type(), target), Interval.since(World.START));
    }

    private void add(Claim claim, Interval valid) {
        Instant at = at();
        Fact fact =
                new Fact(
                        "f" + next,
                        claim,
                        false,
                        List.of(Statement.of(claim, valid, at, List.of(Provenance.NONE))),
                        List.of(),
                        History.<Claim>empty().believing(claim, List.of(valid), at, null),
                        null,
                        null);
        changes.add(new PutFact(next++, fact, null));
    }

    private Instant at() {
        return known.plusNanos(1_000 * next);
    }
}
