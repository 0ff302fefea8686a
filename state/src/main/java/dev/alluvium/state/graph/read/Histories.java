package dev.alluvium.state.graph.read;

import dev.alluvium.state.bitemporal.History;
import dev.alluvium.state.bitemporal.Interval;
import dev.alluvium.state.bitemporal.Version;
import dev.alluvium.state.graph.Claim;
import dev.alluvium.state.graph.Entity;
import dev.alluvium.state.graph.EntityRef;
import dev.alluvium.state.graph.Fact;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Looks over all versions of facts: of an entity, or of what changed between two instants. */
final class Histories {

    private final GraphView view;

    Histories(GraphView view) {
        this.view = view;
    }

    /** Who has a name now, or else who had it. */
    EntityHistory entity(EntityRef of) {
        int slot = new Showing(view, new Moment(Instant.EPOCH, null)).findOne(of);
        if (slot == VersionRow.NONE) {
            slot = former(of);
        }
        if (slot == VersionRow.NONE) {
            return null;
        }
        EntityRow row = view.entities.get(slot);
        Set<Integer> facts = new TreeSet<>(Comparator.comparingLong(this::ordinal));
        for (int i = 0; i < row.linkCount(); i++) {
            VersionRow version = view.versions.get(row.links()[i]);
            if (version != null) {
                facts.add(version.fact());
            }
        }
        return new EntityHistory(
                row.entity(), facts.stream().map(fact -> held(fact, null)).toList());
    }

    private int former(EntityRef of) {
        return Arrays.stream(view.named(of.name()))
                .filter(slot -> had(view.entities.get(slot), of.type()))
                .boxed()
                .min(Comparator.comparingLong(slot -> view.entities.get(slot).ordinal()))
                .orElse(VersionRow.NONE);
    }

    private static boolean had(EntityRow row, String type) {
        return row != null
                && row.entity() != null
                && (type == null || Label.types(row.entity()).contains(type));
    }

    GraphDifference difference(Instant from, Instant to, Instant knownAt) {
        Lens lens = new Lens(new Moment(to, knownAt));
        Showing showing = new Showing(view, lens.moment());
        List<VersionRow> began = new ArrayList<>();
        List<VersionRow> ended = new ArrayList<>();
        Set<Integer> corrected = new TreeSet<>(Comparator.comparingLong(this::ordinal));
        for (int slot = 0; slot < view.versions.size(); slot++) {
            VersionRow row = view.versions.get(slot);
            if (row == null) {
                continue;
            }
            if (lens.knows(row) && showing.names(row)) {
                Interval valid = row.version().valid();
                if (isWithin(valid.from(), from, to)) {
                    began.add(row);
                }
                if (isWithin(valid.to(), from, to)) {
                    ended.add(row);
                }
            }
            Instant unlearned = row.version().known().to();
            if (isWithin(unlearned, from, to) && (knownAt == null || !unlearned.isAfter(knownAt))) {
                corrected.add(row.fact());
            }
        }
        Comparator<VersionRow> byFact = Comparator.comparingLong(row -> ordinal(row.fact()));
        began.sort(byFact.thenComparingLong(VersionRow::validFrom));
        ended.sort(byFact.thenComparingLong(VersionRow::validTo));
        return new GraphDifference(
                began.stream().map(showing::fact).toList(),
                ended.stream().map(showing::fact).toList(),
                corrected.stream().map(fact -> held(fact, knownAt)).toList());
    }

    private static boolean isWithin(Instant at, Instant from, Instant to) {
        return at != null && at.isAfter(from) && !at.isAfter(to);
    }

    private long ordinal(int fact) {
        return view.facts.get(fact).ordinal();
    }

    /**
     * @param knownAt the versions that were known by then, as they were known; null for all
     */
    private HeldFact held(int slot, Instant knownAt) {
        FactRow row = view.facts.get(slot);
        Map<Long, Entity> entities = new HashMap<>();
        List<Version<Claim>> versions = new ArrayList<>();
        for (int number : row.versions()) {
            VersionRow version = view.versions.get(number);
            put(entities, version.subject());
            if (version.isRelation()) {
                put(entities, version.target());
            }
            Version<Claim> then = asKnown(version.version(), knownAt);
            if (then != null) {
                versions.add(then);
            }
        }
        Fact fact = row.fact();
        return new HeldFact(
                knownAt == null ? fact : fact.withHistory(new History<>(versions)), entities);
    }

    private static Version<Claim> asKnown(Version<Claim> version, Instant knownAt) {
        Interval known = version.known();
        if (knownAt == null || known.to() != null && !known.to().isAfter(knownAt)) {
            return version;
        }
        return known.from().isAfter(knownAt)
                ? null
                : new Version<>(
                        version.content(), version.valid(), Interval.since(known.from()), null);
    }

    private void put(Map<Long, Entity> entities, int slot) {
        EntityRow row = view.entities.get(slot);
        if (row.entity() != null) {
            entities.put(row.ordinal(), row.entity());
        }
    }
}
