package dev.alluvium.state.query;

import dev.alluvium.state.bitemporal.Interval;
import dev.alluvium.state.bitemporal.Known;
import dev.alluvium.state.bitemporal.Statement;
import dev.alluvium.state.bitemporal.Version;
import dev.alluvium.state.graph.Claim;
import dev.alluvium.state.graph.Entity;
import dev.alluvium.state.graph.EntityDraft;
import dev.alluvium.state.graph.EntityRef;
import dev.alluvium.state.graph.Fact;
import dev.alluvium.state.graph.GraphKeys;
import dev.alluvium.state.graph.GraphText;
import dev.alluvium.state.graph.ObservationDraft;
import dev.alluvium.state.graph.ObservationsDraft;
import dev.alluvium.state.graph.Provenance;
import dev.alluvium.state.graph.RelationDraft;
import dev.alluvium.state.store.MemoryRows;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Says again, at a moment, what a memory's graph was told: what writers would have to state. */
final class GraphStatements {

    private final MemoryRows rows;
    private final Instant asOf;
    private final Instant knownAt;
    private final boolean isPast;
    private final Map<String, Boolean> shared = new HashMap<>();

    /**
     * @param asOf only what holds at this instant; null for any
     * @param isPast whether more was known than at {@code knownAt}
     */
    GraphStatements(MemoryRows rows, Instant asOf, Instant knownAt, boolean isPast) {
        this.rows = rows;
        this.asOf = asOf;
        this.knownAt = knownAt;
        this.isPast = isPast;
    }

    EntityDraft entity(long ordinal, Entity entity) {
        List<String> aliases =
                entity.aliases().stream()
                        .filter(alias -> alias.isKnownAt(knownAt))
                        .map(Known::value)
                        .filter(alias -> !isAmbiguous(alias))
                        .distinct()
                        .toList();
        return new EntityDraft(
                entity.id(),
                entity.name(),
                entity.type(knownAt),
                isShared(entity.name()),
                aliases,
                List.of());
    }

    /** Whether several entities are named so, and it takes a type to tell which is meant. */
    private boolean isShared(String name) {
        return shared.computeIfAbsent(
                GraphText.key(name), key -> count(name, e -> isNamed(e, key)) > 1);
    }

    /** Whether a name means another entity as well, by its name or an alias of it. */
    private boolean isAmbiguous(String alias) {
        String key = GraphText.key(alias);
        return count(alias, entity -> isNamed(entity, key) || hasAlias(entity, key)) > 1;
    }

    private long count(String name, Predicate<Entity> matching) {
        return count(rows.graphIndex(GraphKeys.name(name)), matching);
    }

    /** Of these entities, and of those since merged into them. */
    private long count(long[] ordinals, Predicate<Entity> matching) {
        long count = 0;
        for (long ordinal : ordinals) {
            Entity entity = rows.entity(ordinal);
            count += entity.isKnownAt(knownAt) && matching.test(entity) ? 1 : 0;
            count += count(rows.graphIndex(GraphKeys.merged(ordinal)), matching);
        }
        return count;
    }

    private static boolean isNamed(Entity entity, String key) {
        return GraphText.key(entity.name()).equals(key);
    }

    private boolean hasAlias(Entity entity, String key) {
        return entity.aliases().stream()
                .filter(alias -> alias.isKnownAt(knownAt))
                .anyMatch(alias -> GraphText.key(alias.value()).equals(key));
    }

    /** Adds what a fact says, for each interval and source once. */
    void add(List<ExportGraph.Row> to, long ordinal, Fact fact, boolean relations) {
        List<Version<Claim>> shown = shown(fact);
        if (shown.isEmpty()) {
            return;
        }
        Claim claim = shown.get(0).content();
        if (isRelation(claim) != relations) {
            return;
        }
        // Corrected or merged into the same, several facts may say so: an import makes them one.
        List<Fact> same = new ArrayList<>();
        for (long other : rows.graphIndex(GraphKeys.claim(claim))) {
            Fact held = other == ordinal ? fact : rows.fact(other);
            boolean saysSo = held != null && shown(held).stream().anyMatch(says(claim));
            if (saysSo && other < ordinal) {
                return;
            }
            if (saysSo) {
                same.add(held);
            }
        }
        List<Interval> intervals =
                Interval.union(
                        same.stream()
                                .flatMap(each -> shown(each).stream())
                                .map(Version::valid)
                                .toList());
        boolean single = !isPast && same.stream().anyMatch(Fact::singleValued);
        float[] vector = shown.get(0).isBelieved() ? rows.factVector(ordinal) : null;
        for (Interval valid : intervals) {
            for (Provenance source : sources(same, valid)) {
                to.add(row(fact.id(), claim, single, valid, source, vector));
            }
        }
    }

    private static Predicate<Version<Claim>> says(Claim claim) {
        return version -> version.content().equals(claim);
    }

    private List<Version<Claim>> shown(Fact fact) {
        return fact.history().versions().stream()
                .filter(version -> version.isKnownAt(knownAt))
                .filter(version -> asOf == null || version.valid().contains(asOf))
                .toList();
    }

    /** Who said so of an interval; at least one, if only nobody. */
    private List<Provenance> sources(List<Fact> facts, Interval valid) {
        List<Provenance> sources = new ArrayList<>();
        for (Fact fact : facts) {
            for (Statement<Claim, Provenance> statement : fact.statements()) {
                if (counted(statement, fact) && statement.stated().intersection(valid) != null) {
                    statement.sources().stream()
                            .filter(source -> sources.stream().noneMatch(source::isSameSource))
                            .forEach(sources::add);
                }
            }
        }
        return sources.isEmpty() ? List.of(Provenance.NONE) : sources;
    }

    /** What was withdrawn later may have supported a version that is believed no longer. */
    private boolean counted(Statement<Claim, Provenance> statement, Fact fact) {
        boolean stood = statement.stands() || shown(fact).stream().noneMatch(Version::isBelieved);
        return stood && !statement.known().isAfter(knownAt);
    }

    private ExportGraph.Row row(
            String id,
            Claim claim,
            boolean single,
            Interval valid,
            Provenance source,
            float[] vector) {
        return claim.match(
                new Claim.Visitor<ExportGraph.Row>() {
                    @Override
                    public ExportGraph.Row observation(Claim.Observation said) {
                        ObservationDraft draft =
                                new ObservationDraft(
                                        id,
                                        said.text(),
                                        said.attribute(),
                                        single ? Boolean.TRUE : null,
                                        valid.from(),
                                        valid.to(),
                                        source,
                                        vector);
                        return new ExportGraph.Row(
                                null,
                                new ObservationsDraft(reference(said.subject()), List.of(draft)),
                                null);
                    }

                    @Override
                    public ExportGraph.Row relation(Claim.Relation said) {
                        RelationDraft draft =
                                new RelationDraft(
                                        id,
                                        reference(said.subject()),
                                        said.type(),
                                        reference(said.target()),
                                        single ? Boolean.TRUE : null,
                                        valid.from(),
                                        valid.to(),
                                        source,
                                        vector);
                        return new ExportGraph.Row(null, null, draft);
                    }
                });
    }

    private EntityRef reference(long ordinal) {
        Entity entity = rows.entity(ordinal);
        return new EntityRef(entity.name(), isShared(entity.name()) ? entity.type(knownAt) : null);
    }

    private static boolean isRelation(Claim claim) {
        return claim.match(
                new Claim.Visitor<Boolean>() {
                    @Override
                    public Boolean observation(Claim.Observation said) {
                        return false;
                    }

                    @Override
                    public Boolean relation(Claim.Relation said) {
                        return true;
                    }
                });
    }
}
