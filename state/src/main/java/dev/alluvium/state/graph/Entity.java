package dev.alluvium.state.graph;

import dev.alluvium.state.bitemporal.Known;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A named thing that facts are about.
 *
 * @param name as it was first written
 * @param types the type it has and had, oldest first
 * @param aliases other names it has and had
 * @param mergers the ordinals of entities it is and was merged into; while it is, it is not shown
 * @param created when the memory learned of it
 * @param touched when the memory last learned something of it
 * @param links facts attached to it so far
 * @param declared what it has one value of at a time
 */
public record Entity(
        String id,
        String name,
        List<Known<String>> types,
        List<Known<String>> aliases,
        List<Known<Long>> mergers,
        Instant created,
        Instant touched,
        long links,
        List<Declaration> declared) {

    /** The type of an entity whose writer gave none. */
    public static final String GENERAL = "general";

    public Entity {
        types = List.copyOf(types);
        aliases = List.copyOf(aliases);
        mergers = List.copyOf(mergers);
        declared = List.copyOf(declared);
    }

    public static Entity of(String id, String name, String type, Instant known) {
        return new Entity(
                id,
                name,
                List.of(Known.since(type, known)),
                List.of(),
                List.of(),
                known,
                known,
                0,
                List.of());
    }

    /** Its type now. */
    public String type() {
        return types.get(types.size() - 1).value();
    }

    /** Its type as known at an instant, null for now; the first one before it was known. */
    public String type(Instant knownAt) {
        String type = Known.at(types, knownAt);
        return type == null ? types.get(0).value() : type;
    }

    /** The entity it is merged into at an instant (null for now), or null. */
    public Long mergedInto(Instant knownAt) {
        return Known.at(mergers, knownAt);
    }

    /** Whether the memory shows it at an instant, null for now. */
    public boolean isKnownAt(Instant knownAt) {
        return (knownAt == null || !knownAt.isBefore(created)) && mergedInto(knownAt) == null;
    }

    public Entity withType(String type, Instant known) {
        return new Entity(
                id,
                name,
                Known.add(Known.close(types, type(), known), type, known),
                aliases,
                mergers,
                created,
                known,
                links,
                declared);
    }

    public Entity withAliases(List<Known<String>> next) {
        return new Entity(id, name, types, next, mergers, created, touched, links, declared);
    }

    public Entity withMergers(List<Known<Long>> next) {
        return new Entity(id, name, types, aliases, next, created, touched, links, declared);
    }

    public Entity touched(Instant known) {
        return new Entity(id, name, types, aliases, mergers, created, known, links, declared);
    }

    public Entity withLinks(long attached) {
        return new Entity(id, name, types, aliases, mergers, created, touched, attached, declared);
    }

    /** What is declared of a slot, or null. */
    public Declaration declaration(String slot) {
        return declared.stream().filter(each -> each.slot().equals(slot)).findFirst().orElse(null);
    }

    /** With a slot declared so, or undeclared where {@code carried} is null. */
    public Entity declaring(String slot, List<Long> carried) {
        List<Declaration> next = new ArrayList<>(declared);
        next.removeIf(each -> each.slot().equals(slot));
        if (carried != null) {
            next.add(new Declaration(slot, carried));
            next.sort(Comparator.comparing(Declaration::slot));
        }
        return new Entity(id, name, types, aliases, mergers, created, touched, links, next);
    }
}
