package dev.alluvium.state.graph.read;

import dev.alluvium.state.bitemporal.Version;
import dev.alluvium.state.column.Column;
import dev.alluvium.state.graph.Claim;
import dev.alluvium.state.graph.EntityRef;
import dev.alluvium.state.graph.Fact;
import dev.alluvium.state.text.LexicalIndex;
import dev.alluvium.state.vector.CosineCalibration;
import java.time.Instant;
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
    final VersionTable.Bound versions;
    final Column.Bound<Label> labels;
    final FactVectors.Bound vectors;
    final LexicalIndex labelWords;
    final LexicalIndex factWords;
    final GraphWords words;
    final CosineCalibration calibration;

    /** How many entities there are that are not merged. */
    final int shownNow;

    private final Map<String, int[]> names;
    private final FactFormat format;
    private final long bytes;

    GraphView(
            GraphColumns columns,
            GraphWords words,
            FactFormat format,
            CosineCalibration calibration) {
        this.entities = columns.entities.bound();
        this.facts = columns.facts.bound();
        this.versions = columns.versions.bound();
        this.labels = columns.labels.bound();
        this.vectors = columns.vectors.bound();
        this.labelWords = columns.labelWords;
        this.factWords = columns.factWords;
        this.names = columns.names;
        this.shownNow = columns.shownEntities();
        this.bytes = columns.bytes();
        this.words = words;
        this.format = format;
        this.calibration = calibration;
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
        return new OpenedNodes(
                slots.stream().map(slot -> showing.node(slot, Showing.ALL)).toList(),
                List.copyOf(unknown));
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
        return new ProfileCard(new Showing(this, moment), maxEntities, maxFacts, maxCharacters)
                .draw();
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

    /**
     * The slots of all entities that have or had a name, by its key; some may not be in this view.
     */
    int[] named(String key) {
        return names.getOrDefault(key, NONE);
    }

    Fact fact(int slot) {
        return format.read(facts.get(slot).fact());
    }

    Version<Claim> version(int slot) {
        int fact = versions.fact(slot);
        return fact(fact).history().versions().get(facts.get(fact).indexOf(slot));
    }

    /** Orders slots of entities as they were created. */
    int compareEntities(int one, int other) {
        return Long.compare(entities.get(one).ordinal(), entities.get(other).ordinal());
    }

    /** Orders slots of facts as they came. */
    int compareFacts(int one, int other) {
        return Long.compare(facts.get(one).ordinal(), facts.get(other).ordinal());
    }

    /** Orders slots of versions as they became known, those known together as their facts came. */
    int compareKnown(int one, int other) {
        int order = Long.compare(versions.knownFrom(one), versions.knownFrom(other));
        return order != 0 ? order : compareFacts(versions.fact(one), versions.fact(other));
    }
}
