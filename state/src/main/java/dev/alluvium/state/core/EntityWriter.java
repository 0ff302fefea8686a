package dev.alluvium.state.core;

import dev.alluvium.state.bitemporal.Known;
import dev.alluvium.state.bitemporal.Version;
import dev.alluvium.state.graph.Claim;
import dev.alluvium.state.graph.Entity;
import dev.alluvium.state.graph.EntityDraft;
import dev.alluvium.state.graph.EntityRef;
import dev.alluvium.state.graph.Fact;
import dev.alluvium.state.graph.GraphKeys;
import dev.alluvium.state.graph.GraphText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.LongStream;

/** Finds entities by their names, and decides which names are one. */
final class EntityWriter {

    static final long NONE = -1;

    private static final String MERGED = "merged";

    private final GraphDraft graph;
    private final FactWriter facts;
    private final Instant known;

    EntityWriter(GraphDraft graph, FactWriter facts, Instant known) {
        this.graph = graph;
        this.facts = facts;
        this.known = known;
    }

    /** The entity that is meant; {@link #NONE} where there is none. Refused where several are. */
    long find(EntityRef reference) {
        long[] named = graph.index(GraphKeys.name(reference.name()));
        if (reference.type() != null) {
            return ofType(named, reference);
        }
        if (named.length > 1) {
            throw new IllegalArgumentException(
                    "entity name \""
                            + reference.name()
                            + "\" means "
                            + described(named)
                            + "; give its type as well, {\"name\", \"type\"}");
        }
        return named.length == 0 ? NONE : named[0];
    }

    /** Whose own name it is goes before whose alias. */
    private long ofType(long[] named, EntityRef reference) {
        long found = NONE;
        String key = GraphText.key(reference.name());
        for (long ordinal : named) {
            Entity entity = graph.entity(ordinal);
            if (!entity.type().equals(reference.type())) {
                continue;
            }
            if (GraphText.key(entity.name()).equals(key)) {
                return ordinal;
            }
            found = found == NONE ? ordinal : found;
        }
        return found;
    }

    private String described(long[] named) {
        List<String> names =
                LongStream.of(named)
                        .mapToObj(graph::entity)
                        .map(entity -> entity.name() + " (" + entity.type() + ")")
                        .toList();
        return names.size() + " entities: " + String.join(", ", names);
    }

    /** What became of an entity that was stated. */
    record Upserted(long ordinal, boolean inserted, boolean retyped) {}

    /**
     * Creates an entity, or updates the one of that name.
     *
     * @param id of the entity if it is new
     */
    Upserted upsert(EntityDraft draft, String id) {
        EntityRef exact = new EntityRef(draft.name(), draft.type());
        long ordinal = find(exact);
        boolean retyped = false;
        if (ordinal == NONE && draft.type() != null && !draft.distinct()) {
            ordinal = find(EntityRef.of(draft.name()));
            retyped = ordinal != NONE;
        }
        boolean inserted = ordinal == NONE;
        for (String alias : draft.aliases()) {
            refuseTaken(alias, ordinal, draft);
        }
        if (inserted) {
            ordinal = create(id, draft.name(), draft.type());
        } else if (retyped) {
            graph.put(ordinal, graph.entity(ordinal).withType(draft.type(), known));
        } else {
            touch(ordinal);
        }
        for (String alias : draft.aliases()) {
            adopt(ordinal, alias);
        }
        return new Upserted(ordinal, inserted, retyped);
    }

    long create(String id, String name, String type) {
        return graph.insert(Entity.of(id, name, type == null ? Entity.GENERAL : type, known));
    }

    void touch(long ordinal) {
        Entity entity = graph.entity(ordinal);
        if (!entity.touched().equals(known)) {
            graph.put(ordinal, entity.touched(known));
        }
    }

    /** An alias is one entity's, or one's of each type where they are told apart by it. */
    private void refuseTaken(String alias, long ordinal, EntityDraft draft) {
        long[] others =
                LongStream.of(graph.index(GraphKeys.name(alias)))
                        .filter(o -> o != ordinal)
                        .filter(
                                o ->
                                        !draft.distinct()
                                                || graph.entity(o).type().equals(draft.type()))
                        .toArray();
        if (others.length > 0) {
            throw taken(alias, others);
        }
    }

    private IllegalArgumentException taken(String alias, long[] others) {
        return new IllegalArgumentException(
                "alias \""
                        + alias
                        + "\" already means "
                        + described(others)
                        + "; merge the two if they are one");
    }

    /** Whether the alias is new. */
    boolean addAlias(long ordinal, String alias) {
        String key = GraphKeys.name(alias);
        long[] named = graph.index(key);
        if (LongStream.of(named).anyMatch(o -> o == ordinal)) {
            return false;
        }
        if (named.length > 0) {
            throw taken(alias, named);
        }
        Entity entity = graph.entity(ordinal);
        graph.put(
                ordinal,
                entity.withAliases(Known.add(entity.aliases(), alias, known)).touched(known));
        graph.addTo(key, ordinal);
        return true;
    }

    /** Whether there was such an alias. */
    boolean removeAlias(long ordinal, String alias) {
        Entity entity = graph.entity(ordinal);
        String key = GraphText.key(alias);
        List<String> same =
                entity.aliases().stream()
                        .filter(Known::isBelieved)
                        .map(Known::value)
                        .filter(each -> GraphText.key(each).equals(key))
                        .toList();
        List<Known<String>> left = entity.aliases();
        for (String each : same) {
            left = Known.close(left, each, known);
        }
        graph.put(ordinal, entity.withAliases(left).touched(known));
        if (!same.isEmpty() && !GraphText.key(entity.name()).equals(key)) {
            graph.removeFrom(GraphKeys.name(alias), ordinal);
        }
        return !same.isEmpty();
    }

    /** Makes two entities one: names and facts of {@code from} become those of {@code into}. */
    void merge(long from, long into) {
        if (from == into) {
            throw new IllegalArgumentException(
                    "both names mean \""
                            + graph.entity(from).name()
                            + "\"; there is nothing to merge");
        }
        Entity merged = graph.entity(from);
        for (String name : names(merged)) {
            graph.removeFrom(GraphKeys.name(name), from);
        }
        graph.put(from, merged.withMergers(Known.add(merged.mergers(), into, known)));
        graph.addTo(GraphKeys.merged(into), from);
        for (String name : names(merged)) {
            adopt(into, name);
        }
        move(from, fact -> moved(fact.claim(), from, into));
        touch(into);
    }

    /** An alias that another entity may have as well: what else has that name keeps it. */
    private void adopt(long ordinal, String name) {
        String key = GraphKeys.name(name);
        if (LongStream.of(graph.index(key)).noneMatch(o -> o == ordinal)) {
            Entity entity = graph.entity(ordinal);
            graph.put(ordinal, entity.withAliases(Known.add(entity.aliases(), name, known)));
            graph.addTo(key, ordinal);
        }
    }

    /** Gives a merged entity back its names and the facts that it had. */
    void unmerge(long from) {
        Entity merged = graph.entity(from);
        long into = merged.mergedInto(null);
        Instant since = merged.mergers().get(merged.mergers().size() - 1).known().from();
        graph.put(from, merged.withMergers(Known.close(merged.mergers(), into, known)));
        graph.removeFrom(GraphKeys.merged(into), from);
        for (String name : names(merged)) {
            Entity target = graph.entity(into);
            boolean came =
                    target.aliases().stream()
                            .anyMatch(
                                    alias ->
                                            alias.isBelieved()
                                                    && alias.value().equals(name)
                                                    && alias.known().from().equals(since));
            if (came) {
                removeAlias(into, name);
            }
            graph.addTo(GraphKeys.name(name), from);
        }
        move(from, fact -> before(fact, from, into));
        graph.put(from, graph.entity(from).touched(known));
    }

    private static List<String> names(Entity entity) {
        List<String> names = new ArrayList<>();
        names.add(entity.name());
        entity.aliases().stream().filter(Known::isBelieved).map(Known::value).forEach(names::add);
        return names;
    }

    /** Moves the facts attached to an entity; those of a merge back are the ones it had. */
    private void move(long entity, Function<Fact, Claim> moved) {
        List<Long> attached = new ArrayList<>();
        graph.links(entity, attached::add);
        for (long ordinal : attached) {
            Fact fact = graph.fact(ordinal);
            Claim next = moved.apply(fact);
            if (!next.equals(fact.claim())) {
                facts.move(ordinal, next, MERGED);
            }
        }
    }

    /** What a fact said before a merge; what it says if the merge did not change it. */
    private static Claim before(Fact fact, long from, long into) {
        List<Version<Claim>> versions = fact.history().versions();
        for (int i = versions.size() - 1; i >= 0; i--) {
            Claim earlier = versions.get(i).content();
            if (!earlier.equals(fact.claim()) && moved(earlier, from, into).equals(fact.claim())) {
                return earlier;
            }
        }
        return versions.isEmpty() ? moved(fact.claim(), into, from) : fact.claim();
    }

    private static Claim moved(Claim claim, long from, long into) {
        return claim.match(
                new Claim.Visitor<Claim>() {
                    @Override
                    public Claim observation(Claim.Observation each) {
                        return new Claim.Observation(
                                of(each.subject()), each.attribute(), each.text());
                    }

                    @Override
                    public Claim relation(Claim.Relation each) {
                        return new Claim.Relation(
                                of(each.subject()), each.type(), of(each.target()));
                    }

                    private long of(long entity) {
                        return entity == from ? into : entity;
                    }
                });
    }

    /** Deletes an entity for good, with every fact about it and relation to it; their number. */
    long delete(long ordinal) {
        List<Long> attached = new ArrayList<>();
        graph.links(ordinal, attached::add);
        attached.forEach(facts::delete);
        long deleted = attached.size();
        for (long merged : graph.index(GraphKeys.merged(ordinal))) {
            graph.removeFrom(GraphKeys.merged(ordinal), merged);
            deleted += delete(merged);
        }
        for (String name : names(graph.entity(ordinal))) {
            graph.removeFrom(GraphKeys.name(name), ordinal);
        }
        graph.deleteEntity(ordinal);
        return deleted;
    }
}
