package dev.alluvium.state.core;

import dev.alluvium.state.bitemporal.Timeline;
import dev.alluvium.state.change.Change;
import dev.alluvium.state.change.Change.DeleteEntity;
import dev.alluvium.state.change.Change.DeleteFact;
import dev.alluvium.state.change.Change.IndexGraph;
import dev.alluvium.state.change.Change.PutEntity;
import dev.alluvium.state.change.Change.PutFact;
import dev.alluvium.state.change.Change.PutTimeline;
import dev.alluvium.state.change.GraphCounts;
import dev.alluvium.state.graph.Entity;
import dev.alluvium.state.graph.Fact;
import dev.alluvium.state.graph.GraphKeys;
import dev.alluvium.state.store.MemoryRows;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;

/**
 * The rows of a memory's graph with those of the command at hand laid over them. Each row is read
 * once, and one that changed becomes one change, however often the command's items touched it.
 */
final class GraphDraft {

    /** Facts of one page of links: a hub's next fact writes a page, not all of its links. */
    private static final int PAGE = 128;

    /** Low bits of a link that tell slots apart: who looks for one reads few of a hub's facts. */
    private static final int SLOT_BITS = 16;

    /** Where there is no fact. */
    static final long NO_FACT = -1;

    private static final long[] NONE = {};

    private final MemoryRows rows;
    private final Map<Long, Entity> entities = new LinkedHashMap<>();
    private final Map<Long, Fact> facts = new LinkedHashMap<>();
    private final Map<Long, float[]> vectors = new HashMap<>();
    private final Map<String, long[]> index = new LinkedHashMap<>();
    private final Map<String, Timeline> timelines = new LinkedHashMap<>();
    private final Map<Long, Entity> readEntities = new HashMap<>();
    private final Map<Long, Fact> readFacts = new HashMap<>();
    private final Map<String, Timeline> readTimelines = new HashMap<>();
    private GraphCounts counts;

    GraphDraft(MemoryRows rows) {
        this.rows = rows;
        counts = rows.header().graph();
    }

    GraphCounts counts() {
        return counts;
    }

    /** The changes of all rows that differ. */
    void addTo(java.util.List<Change> changes) {
        entities.forEach(
                (ordinal, entity) ->
                        changes.add(
                                entity == null
                                        ? new DeleteEntity(ordinal)
                                        : new PutEntity(ordinal, entity)));
        facts.forEach(
                (ordinal, fact) ->
                        changes.add(
                                fact == null
                                        ? new DeleteFact(ordinal)
                                        : new PutFact(ordinal, fact, vectors.get(ordinal))));
        index.forEach((key, ordinals) -> changes.add(new IndexGraph(key, ordinals)));
        timelines.forEach((key, timeline) -> changes.add(new PutTimeline(key, timeline)));
    }

    /** Drops what was changed so far. */
    void discard() {
        entities.clear();
        facts.clear();
        vectors.clear();
        index.clear();
        timelines.clear();
        counts = rows.header().graph();
    }

    /** Empties the graph; ordinals go on. */
    void clear() {
        discard();
        counts = counts.cleared();
    }

    Entity entity(long ordinal) {
        return entities.containsKey(ordinal)
                ? entities.get(ordinal)
                : readEntities.computeIfAbsent(ordinal, rows::entity);
    }

    long insert(Entity entity) {
        long ordinal = counts.nextEntity();
        counts = counts.plusEntity();
        entities.put(ordinal, entity);
        addTo(GraphKeys.name(entity.name()), ordinal);
        addTo(GraphKeys.entity(entity.id()), ordinal);
        return ordinal;
    }

    void put(long ordinal, Entity entity) {
        entities.put(ordinal, entity);
    }

    void deleteEntity(long ordinal) {
        Entity entity = entity(ordinal);
        for (long page = 0; page * PAGE < entity.links(); page++) {
            index.put(GraphKeys.links(ordinal, page), NONE);
        }
        removeFrom(GraphKeys.entity(entity.id()), ordinal);
        entities.put(ordinal, null);
        counts = counts.minusEntity();
    }

    Fact fact(long ordinal) {
        return facts.containsKey(ordinal)
                ? facts.get(ordinal)
                : readFacts.computeIfAbsent(ordinal, rows::fact);
    }

    /** The ordinal of the fact with an id, or {@link #NO_FACT}. */
    long factOf(String id) {
        long[] held = index(GraphKeys.fact(id));
        return held.length == 0 ? NO_FACT : held[0];
    }

    /** The ordinal that the next fact inserted gets. */
    long nextFact() {
        return counts.nextFact();
    }

    void insert(Fact fact, float[] vector) {
        long ordinal = counts.nextFact();
        counts = counts.plusFact();
        addTo(GraphKeys.fact(fact.id()), ordinal);
        put(ordinal, fact, vector);
    }

    void put(long ordinal, Fact fact, float[] vector) {
        facts.put(ordinal, fact);
        if (vector != null) {
            vectors.put(ordinal, vector);
        }
    }

    void deleteFact(long ordinal) {
        removeFrom(GraphKeys.fact(fact(ordinal).id()), ordinal);
        facts.put(ordinal, null);
        vectors.remove(ordinal);
        counts = counts.minusFact();
    }

    /**
     * Attaches a fact to an entity.
     *
     * @param slot the key of what the fact is a value of, or null
     */
    void link(long entityOrdinal, long fact, String slot) {
        Entity entity = entity(entityOrdinal);
        addTo(
                GraphKeys.links(entityOrdinal, entity.links() / PAGE),
                fact << SLOT_BITS | slotBits(slot));
        put(entityOrdinal, entity.withLinks(entity.links() + 1));
    }

    private static long slotBits(String slot) {
        return slot == null ? 0 : slot.hashCode() & (1 << SLOT_BITS) - 1;
    }

    /** The facts attached to an entity, now or before; some may be deleted since. */
    Set<Long> links(long entityOrdinal) {
        Set<Long> facts = new LinkedHashSet<>();
        eachLink(entityOrdinal, link -> facts.add(link >>> SLOT_BITS));
        return facts;
    }

    /** Those of them that may be values of a slot. */
    Set<Long> links(long entityOrdinal, String slot) {
        Set<Long> facts = new LinkedHashSet<>();
        long bits = slotBits(slot);
        eachLink(
                entityOrdinal,
                link -> {
                    if ((link & (1 << SLOT_BITS) - 1) == bits) {
                        facts.add(link >>> SLOT_BITS);
                    }
                });
        return facts;
    }

    private void eachLink(long entityOrdinal, LongConsumer consumer) {
        long attached = entity(entityOrdinal).links();
        for (long page = 0; page * PAGE < attached; page++) {
            for (long link : index(GraphKeys.links(entityOrdinal, page))) {
                consumer.accept(link);
            }
        }
    }

    long[] index(String key) {
        long[] own = index.get(key);
        return own != null ? own : rows.graphIndex(key);
    }

    void addTo(String key, long ordinal) {
        long[] held = index(key);
        if (LongStream.of(held).noneMatch(o -> o == ordinal)) {
            index.put(
                    key, LongStream.concat(LongStream.of(held), LongStream.of(ordinal)).toArray());
        }
    }

    void removeFrom(String key, long ordinal) {
        long[] held = index(key);
        long[] left = LongStream.of(held).filter(o -> o != ordinal).toArray();
        if (left.length < held.length) {
            index.put(key, left);
        }
    }

    void setIndex(String key, long[] ordinals) {
        index.put(key, ordinals);
    }

    /** A timeline or a page of one, or null. */
    Timeline timeline(String key) {
        return timelines.containsKey(key)
                ? timelines.get(key)
                : readTimelines.computeIfAbsent(key, rows::timeline);
    }

    /**
     * @param timeline null deletes it
     */
    void put(String key, Timeline timeline) {
        timelines.put(key, timeline);
    }
}
