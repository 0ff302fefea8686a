package dev.alluvium.state.graph;

/**
 * An entity by name, and by type where several have that name.
 *
 * @param type null for whichever there is
 */
public record EntityRef(String name, String type) {

    public EntityRef {
        name = GraphText.name("entity name", name);
        type = type == null ? null : GraphText.name("entity type", type);
    }

    public static EntityRef of(String name) {
        return new EntityRef(name, null);
    }

    @Override
    public String toString() {
        return type == null ? name : name + " (" + type + ")";
    }
}
