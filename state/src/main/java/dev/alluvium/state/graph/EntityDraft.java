package dev.alluvium.state.graph;

import java.util.List;

/**
 * An entity as its writer states it, with observations of it.
 *
 * @param type null keeps the type of a known entity; a new one is {@link Entity#GENERAL}
 * @param distinct whether another type than the known entity's makes another entity of that name
 */
public record EntityDraft(
        String id,
        String name,
        String type,
        boolean distinct,
        List<String> aliases,
        List<ObservationDraft> observations) {

    public EntityDraft {
        name = GraphText.name("entity name", name);
        type = type == null ? null : GraphText.name("entity type", type);
        if (distinct && type == null) {
            throw new IllegalArgumentException(
                    "distinct is given without a type; name the type that tells the two apart");
        }
        aliases =
                aliases == null
                        ? List.of()
                        : aliases.stream().map(alias -> GraphText.name("alias", alias)).toList();
        observations = observations == null ? List.of() : List.copyOf(observations);
    }

    public EntityDraft withId(String chosen) {
        return new EntityDraft(chosen, name, type, distinct, aliases, observations);
    }

    public EntityDraft withObservations(List<ObservationDraft> next) {
        return new EntityDraft(id, name, type, distinct, aliases, next);
    }
}
