package dev.alluvium.state.graph.read;

import dev.alluvium.state.bitemporal.History;
import dev.alluvium.state.bitemporal.Interval;
import dev.alluvium.state.bitemporal.Version;
import dev.alluvium.state.graph.Claim;
import dev.alluvium.state.graph.Entity;
import dev.alluvium.state.graph.EntityRef;
import dev.alluvium.state.graph.Fact;
import dev.alluvium.state.graph.GraphText;
import java.time.Instant;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Looks over all versions of facts: of an entity, or of what changed between two instants. */
final class Histories {

    private final GraphView view;

    Histories(GraphView view) {
        this.view = view;
    }

    /** Of who has the name now, or else of who had it first. */
    EntityHistory entity(EntityRef of) {
        int slot = new Showing(view, new Moment(Instant.EPOCH, null)).findOne(of);
        if (slot == VersionTable.NONE) {
            slot = former(of);
        }
        if (slot == VersionTable.NONE) {
            return null;
        }
        EntityRow row = view.entities.get(slot);
        Slots facts = new Slots();
        Arrays.stream(row.links(), 0, row.linkCount())
                .filter(version -> !view.versions.isRemoved(version))
                .map(view.versions::fact)
                .distinct()
                .forEach(facts::add);
        return new EntityHistory(row.entity(), held(facts, null));
    }

    private int former(EntityRef of) {
        Slots found = new Slots();
        for (int slot : view.named(GraphText.key(of.name()))) {
            if (had(view.entities.get(slot), of.type())) {
                found.add(slot);
            }
        }
        return found.sort(view::compareEntities).stream().findFirst().orElse(VersionTable.NONE);
    }

    private static boolean had(EntityRow row, String type) {
        return row != null
                && row.entity() != null
                && (type == null || Label.types(row.entity()).contains(type));
    }

    GraphDifference difference(Instant from, Instant to, Instant knownAt) {
        Showing showing = new Showing(view, new Moment(to, knownAt));
        Slots began = new Slots();
        Slots ended = new Slots();
        BitSet corrected = new BitSet();
        long first = Ticks.of(from);
        long last = Ticks.of(to);
        for (int slot = 0; slot < view.versions.size(); slot++) {
            boolean mayBegin = isNear(view.versions.validFrom(slot), first, last);
            boolean mayEnd = isNear(view.versions.validTo(slot), first, last);
            boolean mayClose = isNear(view.versions.knownTo(slot), first, last);
            if (!(mayBegin || mayEnd || mayClose) || view.versions.isRemoved(slot)) {
                continue;
            }
            Version<?> version = view.version(slot);
            boolean isShown = showing.lens().knows(slot) && showing.names(slot);
            if (isShown && isWithin(version.valid().from(), from, to)) {
                began.add(slot);
            }
            if (isShown && isWithin(version.valid().to(), from, to)) {
                ended.add(slot);
            }
            Instant closed = version.known().to();
            if (isWithin(closed, from, to) && (knownAt == null || !closed.isAfter(knownAt))) {
                corrected.set(view.versions.fact(slot));
            }
        }
        Slots.Order byFact =
                (one, other) -> {
                    int order =
                            view.compareFacts(view.versions.fact(one), view.versions.fact(other));
                    return order != 0
                            ? order
                            : Long.compare(
                                    view.versions.validFrom(one), view.versions.validFrom(other));
                };
        Slots facts = new Slots();
        corrected.stream().forEach(facts::add);
        return new GraphDifference(
                began.sort(byFact).stream().mapToObj(showing::fact).toList(),
                ended.sort(byFact).stream().mapToObj(showing::fact).toList(),
                held(facts, knownAt));
    }

    private static boolean isNear(long at, long first, long last) {
        return at >= first && at <= last;
    }

    private static boolean isWithin(Instant at, Instant from, Instant to) {
        return at != null && at.isAfter(from) && !at.isAfter(to);
    }

    /**
     * Facts with their versions, in the order in which they came.
     *
     * @param knownAt the versions that were known by then, as they were known; null for all
     */
    private List<HeldFact> held(Slots facts, Instant knownAt) {
        return facts.sort(view::compareFacts).stream()
                .mapToObj(fact -> held(fact, knownAt))
                .toList();
    }

    private HeldFact held(int slot, Instant knownAt) {
        Fact fact = view.fact(slot);
        Map<Long, Entity> entities = new HashMap<>();
        for (int version : view.facts.get(slot).versions()) {
            put(entities, view.versions.subject(version));
            if (view.versions.isRelation(version)) {
                put(entities, view.versions.target(version));
            }
        }
        List<Version<Claim>> versions =
                fact.history().versions().stream()
                        .map(version -> asKnown(version, knownAt))
                        .filter(Objects::nonNull)
                        .toList();
        return new HeldFact(fact.withHistory(new History<>(versions)), entities);
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
