package dev.alluvium.state.graph.read;

import dev.alluvium.state.column.Column;
import dev.alluvium.state.graph.EntityRef;
import dev.alluvium.state.graph.GraphText;
import dev.alluvium.state.text.LexicalIndex;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The graph of a memory as readers see it: an immutable handle on what a {@link GraphIndex} held
 * when it was made. Any thread may read it for as long as it likes; it must reach that thread
 * safely, for example by a volatile write.
 */
public final class GraphView {

    private static final int[] NONE = {};

    final Column.Bound<EntityRow> entities;
    final Column.Bound<FactRow> facts;
    final Column.Bound<VersionRow> versions;
    private final Map<String, int[]> names;
    final Column.Bound<Label> labels;
    final LexicalIndex labelWords;
    final LexicalIndex factWords;
    final GraphWords words;
    final Comparator<VersionRow> byKnown;
    private final long bytes;

    GraphView(
            Column.Bound<EntityRow> entities,
            Column.Bound<FactRow> facts,
            Column.Bound<VersionRow> versions,
            Column.Bound<Label> labels,
            Map<String, int[]> names,
            LexicalIndex labelWords,
            LexicalIndex factWords,
            GraphWords words,
            long bytes) {
        this.entities = entities;
        this.facts = facts;
        this.versions = versions;
        this.names = names;
        this.labels = labels;
        this.labelWords = labelWords;
        this.factWords = factWords;
        this.words = words;
        this.bytes = bytes;
        this.byKnown =
                Comparator.comparingLong(VersionRow::knownFrom)
                        .thenComparingLong(row -> facts.get(row.fact()).ordinal());
    }

    /**
     * The entities with these names, in the order asked, each once; of a name that several have all
     * of them.
     */
    public OpenedNodes open(List<EntityRef> asked, Moment moment) {
        Showing showing = new Showing(this, moment);
        Set<Integer> slots = new LinkedHashSet<>();
        Set<String> unknown = new LinkedHashSet<>();
        for (EntityRef reference : asked) {
            int[] found = showing.find(reference);
            if (found.length == 0) {
                unknown.add(reference.toString());
            }
            for (int slot : found) {
                slots.add(slot);
            }
        }
        return new OpenedNodes(slots.stream().map(showing::node).toList(), List.copyOf(unknown));
    }

    /**
     * A page of all entities, in the order in which they were created.
     *
     * @param cursor the {@code nextCursor} of the page before, or null for the first
     */
    public GraphPage page(int limit, String cursor, Moment moment) {
        return new GraphPages(new Showing(this, moment)).page(limit, cursor);
    }

    /**
     * The entities that best answer a query; the most recent ones where it is blank.
     *
     * @param vector unit-norm embedding of the query, or null
     */
    public GraphMatches search(String query, float[] vector, int limit, Moment moment) {
        return new GraphSearch(new Showing(this, moment)).search(query, vector, limit);
    }

    /** What is reached from an entity by at most {@code depth} relations, in either direction. */
    public Neighbourhood neighbours(EntityRef of, int depth, int limit, Moment moment) {
        return new NeighbourWalk(new Showing(this, moment)).from(of, depth, limit);
    }

    /** The most recent entities in few lines; see {@link ProfileCard}. */
    public String card(int maxEntities, int maxFacts, int maxCharacters, Moment moment) {
        return new ProfileCard(new Showing(this, moment))
                .draw(maxEntities, maxFacts, maxCharacters);
    }

    /** All that was ever known of an entity; null where the name never meant one. */
    public EntityHistory history(EntityRef of) {
        return new Histories(this).entity(of);
    }

    /**
     * What changed in ({@code from}, {@code to}].
     *
     * @param knownAt as was believed then; null for now
     */
    public GraphDifference difference(Instant from, Instant to, Instant knownAt) {
        return new Histories(this).difference(from, to, knownAt);
    }

    /** Estimated heap of the graph, in bytes. */
    public long bytes() {
        return bytes;
    }

    /** The slots of all entities that have or had a name, some of them perhaps not in this view. */
    int[] named(String name) {
        return names.getOrDefault(GraphText.key(name), NONE);
    }
}
