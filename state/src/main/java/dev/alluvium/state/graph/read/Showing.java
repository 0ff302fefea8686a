package dev.alluvium.state.graph.read;

import dev.alluvium.state.bitemporal.Known;
import dev.alluvium.state.graph.Claim;
import dev.alluvium.state.graph.Entity;
import dev.alluvium.state.graph.EntityRef;
import dev.alluvium.state.graph.Fact;
import dev.alluvium.state.graph.GraphText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** A view at a moment: which entities and facts it shows, and how. */
final class Showing {

    /** Most observations and most relations of one entity among several that are answered. */
    static final int SOME = 100;

    static final int ALL = Integer.MAX_VALUE;

    private final GraphView view;
    private final VersionTable.Bound versions;
    private final Moment moment;
    private final Lens lens;

    Showing(GraphView view, Moment moment) {
        this.view = view;
        this.versions = view.versions;
        this.moment = moment;
        this.lens = new Lens(view, moment);
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

    /** Whether an entity is shown; a slot beyond the view is not. */
    boolean isShown(int entity) {
        EntityRow row = view.entities.get(entity);
        return row != null && row.isShown(moment.knownAt());
    }

    Entity entity(int slot) {
        return view.entities.get(slot).entity();
    }

    /** Orders slots of entities by name, those of one name as they were created. */
    int compareNames(int one, int other) {
        int order = entity(one).name().compareTo(entity(other).name());
        return order != 0 ? order : view.compareEntities(one, other);
    }

    /** Whether a version holds, and whatever it names is shown. */
    boolean shows(int version) {
        return lens.holds(version) && names(version);
    }

    /** Whether whatever a version names is shown. */
    boolean names(int version) {
        return isShown(versions.subject(version))
                && (!versions.isRelation(version) || isShown(versions.target(version)));
    }

    /** The slots of the entities that are meant, in the order in which they were created. */
    int[] find(EntityRef reference) {
        String key = GraphText.key(reference.name());
        Slots found = new Slots();
        for (int slot : view.named(key)) {
            if (isShown(slot) && isMeant(entity(slot), key, reference.type())) {
                found.add(slot);
            }
        }
        return found.sort(view::compareEntities).stream().toArray();
    }

    private boolean isMeant(Entity entity, String key, String type) {
        return (type == null || type.equals(entity.type(moment.knownAt())))
                && (GraphText.key(entity.name()).equals(key)
                        || aliases(entity).stream()
                                .anyMatch(alias -> GraphText.key(alias).equals(key)));
    }

    /**
     * The slot of the entity that is meant, or {@link VersionTable#NONE}. Of several of the type
     * that is given the one whose own name it is goes before one whose alias it is, as for writers.
     *
     * @throws IllegalArgumentException when several are meant and no type is given
     */
    int findOne(EntityRef reference) {
        int[] found = find(reference);
        if (found.length > 1 && reference.type() != null) {
            String key = GraphText.key(reference.name());
            return Arrays.stream(found)
                    .filter(slot -> GraphText.key(entity(slot).name()).equals(key))
                    .findFirst()
                    .orElse(found[0]);
        }
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
        return found.length == 0 ? VersionTable.NONE : found[0];
    }

    /** Such as {@code Alice (person)}. */
    String described(int slot) {
        return entity(slot).name() + " (" + entity(slot).type(moment.knownAt()) + ")";
    }

    private List<String> aliases(Entity entity) {
        return entity.aliases().stream()
                .filter(alias -> alias.isKnownAt(moment.knownAt()))
                .map(Known::value)
                .distinct()
                .toList();
    }

    /**
     * What holds of an entity, in the order in which it became known.
     *
     * @param observations to which its observations are added
     * @param relations to which the relations from it and to it are added
     */
    void collect(int entity, Slots observations, Slots relations) {
        EntityRow row = view.entities.get(entity);
        for (int i = 0; i < row.linkCount(); i++) {
            int version = row.links()[i];
            if (shows(version)) {
                (versions.isRelation(version) ? relations : observations).add(version);
            }
        }
        observations.sort(view::compareKnown);
        relations.sort(view::compareKnown);
    }

    /**
     * An entity with what holds of it.
     *
     * @param most observations, and most relations, the newest of each
     */
    ShownEntity node(int slot, int most) {
        Slots observations = new Slots();
        Slots relations = new Slots();
        collect(slot, observations, relations);
        Newest said = newest(observations, most);
        Newest related = newest(relations, most);
        return node(slot, said.facts(), related.facts(), said.omitted() + related.omitted());
    }

    ShownEntity node(
            int slot, List<ShownFact> observations, List<ShownFact> relations, int omitted) {
        Entity entity = entity(slot);
        return new ShownEntity(
                entity,
                entity.type(moment.knownAt()),
                aliases(entity),
                observations,
                relations,
                omitted);
    }

    /** The last of several facts, in their order, and how many before them were not looked at. */
    record Newest(List<ShownFact> facts, int omitted) {}

    /**
     * The newest of versions that are in order. Of facts that say the same, as after a merge, only
     * the newest is given.
     */
    Newest newest(Slots ordered, int most) {
        List<ShownFact> facts = new ArrayList<>(Math.min(most, ordered.size()));
        Set<Claim> said = new HashSet<>();
        int left = ordered.size();
        while (left > 0 && facts.size() < most) {
            int version = ordered.get(--left);
            ShownFact fact = fact(version);
            if (said.add(fact.version().content())) {
                facts.add(fact);
            }
        }
        Collections.reverse(facts);
        return new Newest(facts, left);
    }

    ShownFact fact(int version) {
        int slot = versions.fact(version);
        Fact fact = view.fact(slot);
        return new ShownFact(
                fact,
                fact.history().versions().get(view.facts.get(slot).indexOf(version)),
                entity(versions.subject(version)),
                versions.isRelation(version) ? entity(versions.target(version)) : null);
    }
}
