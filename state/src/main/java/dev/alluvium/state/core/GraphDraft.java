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
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;

/**
 * The rows of a memory's graph with those of the command at hand laid over them. Each row that
 * changed becomes one change, however often the command's items touched it.
 */
final class GraphDraft {

    /** Facts of one page of links: a hub's next fact writes a page, not all of its links. */
    private static final int PAGE = 128;

    private static final long[] NONE = {};

    private final MemoryRows rows;
    private final Map<Long, Entity> entities = new LinkedHashMap<>();
    private final Map<Long, Fact> facts = new LinkedHashMap<>();
    private final Map<Long, float[]> vectors = new HashMap<>();
    private final Map<String, long[]> index = new LinkedHashMap<>();
    private final Map<String, Timeline> timelines = new LinkedHashMap<>();
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
        return entities.containsKey(ordinal) ? entities.get(ordinal) : rows.entity(ordinal);
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
        return facts.containsKey(ordinal) ? facts.get(ordinal) : rows.fact(ordinal);
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

    /** Attaches a fact to an entity. */
    void link(long entityOrdinal, long fact) {
        Entity entity = entity(entityOrdinal);
        addTo(GraphKeys.links(entityOrdinal, entity.links() / PAGE), fact);
        put(entityOrdinal, entity.withLinks(entity.links() + 1));
    }

    /** Each fact attached to an entity, now or before. */
    void links(long entityOrdinal, LongConsumer consumer) {
        long attached = entity(entityOrdinal).links();
        for (long page = 0; page * PAGE < attached; page++) {
            for (long fact : index(GraphKeys.links(entityOrdinal, page))) {
                if (fact(fact) != null) {
                    consumer.accept(fact);
                }
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
        index.put(key, LongStream.of(index(key)).filter(o -> o != ordinal).toArray());
    }

    /** The timeline of a key, or null where nothing was declared single-valued. */
    Timeline timeline(String key) {
        Timeline own = timelines.get(key);
        return own != null ? own : rows.timeline(key);
    }

    void put(String key, Timeline timeline) {
        timelines.put(key, timeline);
    }
}
