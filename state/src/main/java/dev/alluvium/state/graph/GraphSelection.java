package dev.alluvium.state.graph;

import java.util.List;

/**
 * What is to be deleted for good.
 *
 * @param entities with all facts about them and relations to them
 * @param observations by entity and text, current or not
 * @param relations by triple, current or not
 * @param facts by id
 * @param sessions whose turns are deleted, with the facts that only they say
 * @param turns that are deleted, with the facts that only they say
 */
public record GraphSelection(
        List<EntityRef> entities,
        List<Observations> observations,
        List<Triple> relations,
        List<String> facts,
        List<String> sessions,
        List<String> turns) {

    public GraphSelection {
        entities = entities == null ? List.of() : List.copyOf(entities);
        observations = observations == null ? List.of() : List.copyOf(observations);
        relations = relations == null ? List.of() : List.copyOf(relations);
        facts = facts == null ? List.of() : List.copyOf(facts);
        sessions = sessions == null ? List.of() : List.copyOf(sessions);
        turns = turns == null ? List.of() : List.copyOf(turns);
    }

    /** Whether it selects nothing. */
    public boolean isEmpty() {
        return entities.isEmpty()
                && observations.isEmpty()
                && relations.isEmpty()
                && facts.isEmpty()
                && sessions.isEmpty()
                && turns.isEmpty();
    }

    /** Texts about an entity. */
    public record Observations(EntityRef entity, List<String> contents) {
        public Observations {
            contents = contents.stream().map(GraphText::canonical).toList();
        }
    }

    /** A relation by what it says. */
    public record Triple(EntityRef source, String type, EntityRef target) {
        public Triple {
            type = GraphText.name("relation type", type);
        }
    }
}
