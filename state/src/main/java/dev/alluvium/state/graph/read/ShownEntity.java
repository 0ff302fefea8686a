package dev.alluvium.state.graph.read;

import dev.alluvium.state.graph.Entity;
import java.util.List;

/**
 * An entity at a moment, with what holds of it then.
 *
 * @param type the type it had
 * @param aliases the other names it had
 * @param observations oldest known first
 * @param relations from it and to it, oldest known first
 * @param omitted older facts that hold as well, but are too many to be shown here
 */
public record ShownEntity(
        Entity entity,
        String type,
        List<String> aliases,
        List<ShownFact> observations,
        List<ShownFact> relations,
        int omitted) {

    public ShownEntity {
        aliases = List.copyOf(aliases);
        observations = List.copyOf(observations);
        relations = List.copyOf(relations);
    }
}
