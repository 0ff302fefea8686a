package dev.alluvium.state.graph.read;

import dev.alluvium.state.bitemporal.Version;
import dev.alluvium.state.column.Column;
import dev.alluvium.state.column.OrdinalSlots;
import dev.alluvium.state.graph.Claim;
import dev.alluvium.state.graph.Entity;
import dev.alluvium.state.graph.Fact;
import dev.alluvium.state.graph.GraphText;
import dev.alluvium.state.text.Bm25;
import dev.alluvium.state.text.LexicalIndex;
import dev.alluvium.state.text.TextAnalyzer;
import dev.alluvium.state.vector.CosineCalibration;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The graph of a memory that is in use, which its owner writes and its readers look at through
 * {@link GraphView}s.
 *
 * <p><b>Concurrency.</b> One thread writes and makes views, and hands them on by a volatile write.
 * A view stays as it was: values are immutable, and the pages of {@link Column}s that a view shows
 * are copied before they change. What finds them (names, words, links) is shared with all views and
 * only grows, so it may name what a view has not yet or no more: a reader checks each find against
 * the rows of its own view.
 *
 * <p>Rows may come in any order and again, as long as each is the row's newest state: an entity
 * that facts name before its own row is there has a place without it, and such facts are not shown.
 */
public final class GraphIndex {

    private static final int[] NONE = {};

    private final CosineCalibration calibration;
    private final GraphWords words;

    private Column<EntityRow> entities = new Column<>();
    private Column<FactRow> facts = new Column<>();
    private Column<VersionRow> versions = new Column<>();
    private Column<Label> labels = new Column<>();
    private ConcurrentHashMap<String, int[]> names = new ConcurrentHashMap<>();
    private LexicalIndex labelWords = new LexicalIndex(Bm25.DEFAULT);
    private LexicalIndex factWords = new LexicalIndex(Bm25.DEFAULT);
    private OrdinalSlots entitySlots = new OrdinalSlots();
    private OrdinalSlots factSlots = new OrdinalSlots();

    /** An index of no graph. {@code calibration} is that of the model that makes the vectors. */
    public GraphIndex(CosineCalibration calibration, TextAnalyzer analyzer) {
        this.calibration = calibration;
        this.words = new GraphWords(analyzer);
    }

    /** Puts an entity in place of what is there. */
    public void putEntity(long ordinal, Entity entity) {
        int slot = entitySlot(ordinal);
        Entity before = entities.get(slot).entity();
        entities.set(slot, entities.get(slot).with(entity));
        Set<String> names = new LinkedHashSet<>(Label.names(entity));
        Set<String> types = new LinkedHashSet<>(Label.types(entity));
        if (before != null) {
            names.removeAll(Label.names(before));
            types.removeAll(Label.types(before));
        }
        for (String name : names) {
            this.names.merge(GraphText.key(name), new int[] {slot}, GraphIndex::union);
            label(new Label(slot, true, name));
        }
        types.forEach(type -> label(new Label(slot, false, type)));
    }

    private void label(Label label) {
        labelWords.add(labels.add(label), words.of(label.text()));
    }

    /** Deletes an entity, if it is there. Its facts are deleted one by one. */
    public void deleteEntity(long ordinal) {
        int slot = entitySlots.get(ordinal);
        if (slot != OrdinalSlots.NOWHERE) {
            entities.set(slot, entities.get(slot).with(null));
        }
    }

    /**
     * Puts a fact in place of what is there.
     *
     * @param unitVector the embedding of what it says; null keeps what is there
     */
    public void putFact(long ordinal, Fact fact, float[] unitVector) {
        int slot = factSlots.get(ordinal);
        if (slot == OrdinalSlots.NOWHERE) {
            slot = facts.add(null);
            factSlots.put(ordinal, slot);
        }
        FactRow before = facts.get(slot);
        List<Version<Claim>> history = fact.history().versions();
        int[] known = before == null ? NONE : before.versions().clone();
        int[] kept = new int[history.size()];
        for (int i = 0; i < kept.length; i++) {
            kept[i] = keep(known, i, history.get(i));
            if (kept[i] == VersionRow.NONE) {
                kept[i] = append(slot, history.get(i));
            }
        }
        for (int gone : known) {
            if (gone != VersionRow.NONE) {
                versions.set(gone, null);
            }
        }
        facts.set(slot, new FactRow(ordinal, fact, kept, VersionRow.NONE));
    }

    /** Deletes a fact with all its versions, if it is there. */
    public void deleteFact(long ordinal) {
        int slot = factSlots.get(ordinal);
        if (slot != OrdinalSlots.NOWHERE) {
            for (int version : facts.get(slot).versions()) {
                versions.set(version, null);
            }
            facts.set(slot, null);
            factSlots.remove(ordinal);
        }
    }

    /** Deletes all. */
    public void clear() {
        entities = new Column<>();
        facts = new Column<>();
        versions = new Column<>();
        labels = new Column<>();
        names = new ConcurrentHashMap<>();
        labelWords = new LexicalIndex(Bm25.DEFAULT);
        factWords = new LexicalIndex(Bm25.DEFAULT);
        entitySlots = new OrdinalSlots();
        factSlots = new OrdinalSlots();
    }

    /** The graph as it is now, for readers. */
    public GraphView view() {
        return new GraphView(
                entities.bound(),
                facts.bound(),
                versions.bound(),
                labels.bound(),
                names,
                labelWords,
                factWords,
                words,
                bytes());
    }

    /**
     * The row of the same version as before, at most with another end of its known interval. Takes
     * it out of {@code known}; NONE if it is new.
     */
    private int keep(int[] known, int at, Version<Claim> version) {
        for (int i = 0; i < known.length; i++) {
            int tried = (at + i) % known.length;
            int slot = known[tried];
            VersionRow row = slot == VersionRow.NONE ? null : versions.get(slot);
            if (row != null && isSame(row.version(), version)) {
                known[tried] = VersionRow.NONE;
                if (!row.version().equals(version)) {
                    versions.set(
                            slot, VersionRow.of(version, row.fact(), row.subject(), row.target()));
                }
                return slot;
            }
        }
        return VersionRow.NONE;
    }

    private static boolean isSame(Version<Claim> one, Version<Claim> other) {
        return one.known().from().equals(other.known().from())
                && one.valid().equals(other.valid())
                && one.content().equals(other.content());
    }

    private int append(int fact, Version<Claim> version) {
        int subject = entitySlot(version.content().subject());
        int target = version.content().match(new Target());
        int slot = versions.add(VersionRow.of(version, fact, subject, target));
        factWords.add(slot, words.of(version.content()));
        link(subject, slot);
        if (target != VersionRow.NONE && target != subject) {
            link(target, slot);
        }
        return slot;
    }

    private void link(int entity, int version) {
        entities.set(entity, entities.get(entity).linked(version));
    }

    private int entitySlot(long ordinal) {
        int slot = entitySlots.get(ordinal);
        if (slot == OrdinalSlots.NOWHERE) {
            slot = entities.add(EntityRow.unknown(ordinal));
            entitySlots.put(ordinal, slot);
        }
        return slot;
    }

    private static int[] union(int[] held, int[] more) {
        if (Arrays.stream(held).anyMatch(slot -> slot == more[0])) {
            return held;
        }
        int[] all = Arrays.copyOf(held, held.length + 1);
        all[held.length] = more[0];
        return all;
    }

    private long bytes() {
        return entities.bytes()
                + facts.bytes()
                + versions.bytes()
                + labels.bytes()
                + labelWords.bytes()
                + factWords.bytes();
    }

    /** The place of the entity a relation leads to. */
    private final class Target implements Claim.Visitor<Integer> {

        @Override
        public Integer observation(Claim.Observation observation) {
            return VersionRow.NONE;
        }

        @Override
        public Integer relation(Claim.Relation relation) {
            return entitySlot(relation.target());
        }
    }
}
