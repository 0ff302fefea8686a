package dev.alluvium.state.graph.read;

import dev.alluvium.state.bitemporal.Known;
import dev.alluvium.state.graph.Claim;
import dev.alluvium.state.graph.Entity;
import dev.alluvium.state.graph.EntityRef;
import dev.alluvium.state.graph.GraphText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** A view at a moment: which entities and facts it shows, and how. */
final class Showing {

    private final GraphView view;
    private final Moment moment;
    private final Lens lens;

    Showing(GraphView view, Moment moment) {
        this.view = view;
        this.moment = moment;
        this.lens = new Lens(moment);
    }

    GraphView view() {
        return view;
    }

    Lens lens() {
        return lens;
    }

    Instant knownAt() {
        return moment.knownAt();
    }

    /** The entity in a slot; null where it is not shown. */
    Entity entity(int slot) {
        EntityRow row = view.entities.get(slot);
        return row == null || row.entity() == null || !row.entity().isKnownAt(moment.knownAt())
                ? null
                : row.entity();
    }

    /** Whether a version holds, and whatever it names is shown. */
    boolean shows(VersionRow row) {
        return row != null && lens.holds(row) && names(row);
    }

    /** Whether whatever a version names is shown. */
    boolean names(VersionRow row) {
        return entity(row.subject()) != null && (!row.isRelation() || entity(row.target()) != null);
    }

    /** The slots of the entities that are meant, in the order in which they were created. */
    int[] find(EntityRef reference) {
        String key = GraphText.key(reference.name());
        return Arrays.stream(view.named(reference.name()))
                .filter(slot -> isMeant(slot, key, reference.type()))
                .boxed()
                .sorted(Comparator.comparingLong(slot -> view.entities.get(slot).ordinal()))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /**
     * The slot of the entity that is meant, or {@link VersionRow#NONE}.
     *
     * @throws IllegalArgumentException when several are
     */
    int findOne(EntityRef reference) {
        int[] found = find(reference);
        if (found.length > 1) {
            throw new IllegalArgumentException(
                    "entity name \""
                            + reference.name()
                            + "\" means "
                            + found.length
                            + " entities: "
                            + Arrays.stream(found)
                                    .mapToObj(this::described)
                                    .collect(Collectors.joining(", "))
                            + "; give its type as well");
        }
        return found.length == 0 ? VersionRow.NONE : found[0];
    }

    /** Such as {@code Alice (person)}. */
    String described(int slot) {
        Entity entity = entity(slot);
        return entity.name() + " (" + entity.type(moment.knownAt()) + ")";
    }

    private boolean isMeant(int slot, String key, String type) {
        Entity entity = entity(slot);
        return entity != null
                && (type == null || type.equals(entity.type(moment.knownAt())))
                && (GraphText.key(entity.name()).equals(key)
                        || aliases(entity).stream()
                                .anyMatch(alias -> GraphText.key(alias).equals(key)));
    }

    private List<String> aliases(Entity entity) {
        return entity.aliases().stream()
                .filter(alias -> alias.isKnownAt(moment.knownAt()))
                .map(Known::value)
                .distinct()
                .toList();
    }

    ShownEntity node(int slot) {
        List<ShownFact> observations = new ArrayList<>();
        List<ShownFact> relations = new ArrayList<>();
        for (VersionRow row : facts(slot)) {
            (row.isRelation() ? relations : observations).add(fact(row));
        }
        return node(slot, observations, relations);
    }

    ShownEntity node(int slot, List<ShownFact> observations, List<ShownFact> relations) {
        Entity entity = entity(slot);
        return new ShownEntity(
                entity, entity.type(moment.knownAt()), aliases(entity), observations, relations);
    }

    ShownFact fact(VersionRow row) {
        return new ShownFact(
                view.facts.get(row.fact()).fact(),
                row.version(),
                view.entities.get(row.subject()).entity(),
                row.isRelation() ? view.entities.get(row.target()).entity() : null);
    }

    /**
     * What is shown of an entity, oldest known first. Facts that say the same, as after a merge,
     * are shown once.
     */
    List<VersionRow> facts(int slot) {
        EntityRow entity = view.entities.get(slot);
        List<VersionRow> found = new ArrayList<>();
        for (int i = 0; i < entity.linkCount(); i++) {
            VersionRow row = view.versions.get(entity.links()[i]);
            if (shows(row)) {
                found.add(row);
            }
        }
        found.sort(view.byKnown);
        Set<Claim> said = new HashSet<>();
        found.removeIf(row -> !said.add(row.version().content()));
        return found;
    }
}
