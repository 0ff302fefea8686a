package dev.alluvium.state.core;

import dev.alluvium.state.bitemporal.Known;
import dev.alluvium.state.graph.Entity;
import dev.alluvium.state.graph.EntityDraft;
import dev.alluvium.state.graph.EntityRef;
import dev.alluvium.state.graph.GraphKeys;
import dev.alluvium.state.graph.GraphText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/** Finds entities by their names, and decides which names are one. */
final class EntityWriter {

    static final long NONE = -1;

    private final GraphDraft graph;
    private final FactEraser eraser;
    private final Instant known;

    EntityWriter(GraphDraft graph, FactEraser eraser, Instant known) {
        this.graph = graph;
        this.eraser = eraser;
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
        for (long named : graph.index(GraphKeys.entity(id))) {
            throw new IllegalArgumentException(
                    "id \""
                            + id
                            + "\" already names entity \""
                            + graph.entity(named).name()
                            + "\"; choose another id");
        }
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

    /** An alias that another entity may have as well: what else has that name keeps it. */
    void adopt(long ordinal, String name) {
        String key = GraphKeys.name(name);
        if (LongStream.of(graph.index(key)).noneMatch(o -> o == ordinal)) {
            Entity entity = graph.entity(ordinal);
            graph.put(ordinal, entity.withAliases(Known.add(entity.aliases(), name, known)));
            graph.addTo(key, ordinal);
        }
    }

    static List<String> names(Entity entity) {
        List<String> names = new ArrayList<>();
        names.add(entity.name());
        entity.aliases().stream().filter(Known::isBelieved).map(Known::value).forEach(names::add);
        return names;
    }

    /** Deletes an entity for good, with every fact about it and relation to it. */
    void delete(long ordinal) {
        for (long fact : graph.links(ordinal)) {
            if (graph.fact(fact) != null) {
                eraser.forget(fact, ordinal);
            }
        }
        for (long merged : graph.index(GraphKeys.merged(ordinal))) {
            delete(merged);
        }
        graph.setIndex(GraphKeys.merged(ordinal), new long[0]);
        graph.setIndex(GraphKeys.moved(ordinal), new long[0]);
        for (String name : names(graph.entity(ordinal))) {
            graph.removeFrom(GraphKeys.name(name), ordinal);
        }
        graph.deleteEntity(ordinal);
    }
}
