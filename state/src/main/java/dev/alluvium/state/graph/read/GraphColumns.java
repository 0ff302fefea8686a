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
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The columns that hold a graph, which {@link GraphIndex} writes and {@link GraphView}s read. */
final class GraphColumns {

    /** Fewer removed rows than this are not worth new columns. */
    private static final int FEW_REMOVED = 64;

    private static final int LABEL_BYTES = 160;

    private final GraphWords words;
    private final FactFormat format;

    final Column<EntityRow> entities = new Column<>();
    final Column<FactRow> facts = new Column<>();
    final VersionTable versions = new VersionTable();
    final Column<Label> labels = new Column<>();
    final FactVectors vectors = new FactVectors();

    /** The slots of the entities that have or had a name, by its key. */
    final ConcurrentHashMap<String, int[]> names = new ConcurrentHashMap<>();

    final LexicalIndex labelWords;
    final LexicalIndex factWords;

    private final OrdinalSlots entitySlots = new OrdinalSlots();
    private final OrdinalSlots factSlots = new OrdinalSlots();
    private int shownEntities;
    private int removedEntities;
    private int removedVersions;
    private long rowBytes;

    GraphColumns(GraphWords words, FactFormat format) {
        this(words, format, new LexicalIndex(Bm25.DEFAULT), new LexicalIndex(Bm25.DEFAULT));
    }

    private GraphColumns(
            GraphWords words, FactFormat format, LexicalIndex labelWords, LexicalIndex factWords) {
        this.words = words;
        this.format = format;
        this.labelWords = labelWords;
        this.factWords = factWords;
    }

    void putEntity(long ordinal, Entity entity) {
        int slot = entitySlot(ordinal);
        Entity before = entities.get(slot).entity();
        setEntity(slot, entity);
        Set<String> newNames = new LinkedHashSet<>(Label.names(entity));
        Set<String> newTypes = new LinkedHashSet<>(Label.types(entity));
        if (before != null) {
            newNames.removeAll(Label.names(before));
            newTypes.removeAll(Label.types(before));
        }
        newNames.forEach(name -> label(new Label(slot, true, name)));
        newTypes.forEach(type -> label(new Label(slot, false, type)));
    }

    void deleteEntity(long ordinal) {
        int slot = entitySlots.get(ordinal);
        if (slot != OrdinalSlots.NOWHERE && entities.get(slot).entity() != null) {
            setEntity(slot, null);
            removedEntities++;
        }
    }

    void setEntity(int slot, Entity entity) {
        EntityRow before = entities.get(slot);
        EntityRow after = before.with(entity);
        shownEntities += (after.isShownNow() ? 1 : 0) - (before.isShownNow() ? 1 : 0);
        rowBytes += after.bytes() - before.bytes();
        entities.set(slot, after);
    }

    private void name(int slot, String name) {
        names.merge(
                GraphText.key(name),
                new int[] {slot},
                (held, more) -> {
                    if (Arrays.stream(held).anyMatch(each -> each == slot)) {
                        return held;
                    }
                    int[] all = Arrays.copyOf(held, held.length + 1);
                    all[held.length] = slot;
                    return all;
                });
    }

    private void label(Label label) {
        labelWords.add(place(label), words.of(label.text()));
    }

    /** Puts a label where its entity is found by it, and answers its slot. */
    int place(Label label) {
        if (label.isName()) {
            name(label.entity(), label.text());
        }
        rowBytes += LABEL_BYTES + 2L * label.text().length();
        return labels.add(label);
    }

    void putFact(long ordinal, Fact fact, float[] unitVector) {
        int slot = factSlot(ordinal);
        FactRow before = facts.get(slot);
        byte[] bytes = format.write(fact);
        int[] placed =
                before == null
                        ? place(slot, fact)
                        : Arrays.equals(bytes, before.fact())
                                ? before.versions()
                                : place(slot, fact, before);
        int vector = before == null ? VersionTable.NONE : before.vector();
        if (unitVector != null) {
            vector =
                    unitVector.length == 0
                            ? VersionTable.NONE
                            : vectors.put(slot, unitVector, vector);
        }
        setFact(slot, new FactRow(ordinal, bytes, placed, vector));
    }

    /** The slot of a fact, which may have no row yet. */
    int factSlot(long ordinal) {
        int slot = factSlots.get(ordinal);
        if (slot == OrdinalSlots.NOWHERE) {
            slot = facts.add(null);
            factSlots.put(ordinal, slot);
        }
        return slot;
    }

    void setFact(int slot, FactRow row) {
        FactRow before = facts.get(slot);
        rowBytes += (row == null ? 0 : row.bytes()) - (before == null ? 0 : before.bytes());
        facts.set(slot, row);
    }

    private int[] place(int slot, Fact fact) {
        return fact.history().versions().stream().mapToInt(each -> append(slot, each)).toArray();
    }

    /** The slots of a fact's versions: those that are there already stay where they are. */
    private int[] place(int slot, Fact fact, FactRow before) {
        List<Version<Claim>> history = fact.history().versions();
        List<Version<Claim>> known = format.read(before.fact()).history().versions();
        boolean[] kept = new boolean[known.size()];
        int[] placed = new int[history.size()];
        for (int i = 0; i < placed.length; i++) {
            Version<Claim> version = history.get(i);
            int at = same(known, kept, i, version);
            if (at < 0) {
                placed[i] = append(slot, version);
                continue;
            }
            kept[at] = true;
            placed[i] = before.versions()[at];
            if (!known.get(at).known().equals(version.known())) {
                versions.close(placed[i], version);
            }
        }
        for (int i = 0; i < kept.length; i++) {
            if (!kept[i]) {
                remove(before.versions()[i]);
            }
        }
        return placed;
    }

    /**
     * Which known version a version is, at most with another end of its known interval; -1 for a
     * new one. Mostly they stand at the same place of the history.
     */
    private static int same(
            List<Version<Claim>> known, boolean[] kept, int near, Version<Claim> version) {
        for (int i = 0; i < known.size(); i++) {
            int at = (near + i) % known.size();
            Version<Claim> each = known.get(at);
            if (!kept[at]
                    && each.known().from().equals(version.known().from())
                    && each.valid().equals(version.valid())
                    && each.content().equals(version.content())) {
                return at;
            }
        }
        return -1;
    }

    private int append(int fact, Version<Claim> version) {
        Claim claim = version.content();
        int subject = entitySlot(claim.subject());
        int target = claim.match(new Target());
        int slot = versions.add(fact, subject, target, version);
        factWords.add(slot, words.of(claim));
        link(slot, subject, target);
        return slot;
    }

    /** Attaches a version to the entities it names. */
    void link(int version, int subject, int target) {
        link(subject, version);
        if (target != VersionTable.NONE && target != subject) {
            link(target, version);
        }
    }

    private void link(int entity, int version) {
        EntityRow before = entities.get(entity);
        EntityRow after = before.linked(version);
        rowBytes += after.bytes() - before.bytes();
        entities.set(entity, after);
    }

    private void remove(int version) {
        versions.remove(version);
        removedVersions++;
    }

    void deleteFact(long ordinal) {
        int slot = factSlots.get(ordinal);
        if (slot != OrdinalSlots.NOWHERE) {
            for (int version : facts.get(slot).versions()) {
                remove(version);
            }
            setFact(slot, null);
            factSlots.remove(ordinal);
        }
    }

    int entitySlot(long ordinal) {
        int slot = entitySlots.get(ordinal);
        if (slot == OrdinalSlots.NOWHERE) {
            EntityRow row = EntityRow.unknown(ordinal);
            slot = entities.add(row);
            entitySlots.put(ordinal, slot);
            rowBytes += row.bytes();
        }
        return slot;
    }

    int shownEntities() {
        return shownEntities;
    }

    long bytes() {
        return rowBytes
                + entities.bytes()
                + facts.bytes()
                + versions.bytes()
                + labels.bytes()
                + labelWords.bytes()
                + factWords.bytes()
                + vectors.bytes()
                + entitySlots.bytes()
                + factSlots.bytes();
    }

    boolean isMostlyRemoved() {
        return isMuch(removedVersions, versions.size()) || isMuch(removedEntities, entities.size());
    }

    private static boolean isMuch(int removed, int all) {
        return removed > FEW_REMOVED + (all - removed) / 2;
    }

    /** Empty columns with the words of these in other slots, as {@link LexicalIndex} does it. */
    GraphColumns emptyWith(int[] labelSlots, int[] versionSlots) {
        return new GraphColumns(
                words,
                format,
                labelWords.renumbered(labelSlots),
                factWords.renumbered(versionSlots));
    }

    /** The same graph in new columns, in which nothing is removed; these stay as they are. */
    GraphColumns compacted() {
        return new Compaction(this).run();
    }

    /** The place of the entity a relation leads to. */
    private final class Target implements Claim.Visitor<Integer> {

        @Override
        public Integer observation(Claim.Observation observation) {
            return VersionTable.NONE;
        }

        @Override
        public Integer relation(Claim.Relation relation) {
            return entitySlot(relation.target());
        }
    }
}
