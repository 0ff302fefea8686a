package dev.alluvium.state.core;

import dev.alluvium.state.command.AssertFacts;
import dev.alluvium.state.graph.Entity;
import dev.alluvium.state.graph.EntityDraft;
import dev.alluvium.state.graph.GraphKeys;
import dev.alluvium.state.graph.GraphText;
import dev.alluvium.state.graph.ObservationDraft;
import dev.alluvium.state.graph.ObservationsDraft;
import dev.alluvium.state.graph.Provenance;
import dev.alluvium.state.graph.RelationDraft;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a model found for the graph in turns of a session, as far as it is to be stated: facts whose
 * turn is distilled for the first time and still there, and the entities that they are about. An
 * entity has no source of its own, so one that no fact names would outlive the turns it comes from.
 */
final class SessionFacts {

    private final Set<Long> open;
    private final Draft draft;
    private final Set<String> named = new HashSet<>();

    private SessionFacts(Set<Long> open, Draft draft) {
        this.open = open;
        this.draft = draft;
    }

    /**
     * @param open rows of the turns that are distilled now
     */
    static AssertFacts of(AssertFacts found, Set<Long> open, Draft draft) {
        return new SessionFacts(open, draft).kept(found);
    }

    /** When the turn was that said a fact which is kept. */
    static Instant said(Provenance source, Draft draft) {
        return draft.turn(draft.turnRow(source.turn())).at();
    }

    private AssertFacts kept(AssertFacts found) {
        List<ObservationsDraft> observations =
                found.observations().stream()
                        .map(each -> each.withObservations(said(each.observations())))
                        .filter(each -> !each.observations().isEmpty())
                        .toList();
        List<RelationDraft> relations =
                found.relations().stream().filter(each -> isSaid(each.provenance())).toList();
        observations.forEach(each -> named.add(GraphText.key(each.entity().name())));
        for (RelationDraft each : relations) {
            named.add(GraphText.key(each.source().name()));
            named.add(GraphText.key(each.target().name()));
        }
        List<EntityDraft> entities =
                found.entities().stream()
                        .map(each -> each.withObservations(said(each.observations())))
                        .filter(this::isNamed)
                        .map(this::withTypeOfItsOwn)
                        .toList();
        return AssertFacts.found(found.memory(), entities, observations, relations);
    }

    private List<ObservationDraft> said(List<ObservationDraft> observations) {
        return observations.stream().filter(each -> isSaid(each.provenance())).toList();
    }

    private boolean isSaid(Provenance source) {
        return source.turn() != null && open.contains(draft.turnRow(source.turn()));
    }

    private boolean isNamed(EntityDraft entity) {
        return !entity.observations().isEmpty() || named.contains(GraphText.key(entity.name()));
    }

    /** A type that the memory has goes before what a model takes an entity for. */
    private EntityDraft withTypeOfItsOwn(EntityDraft entity) {
        long[] known = draft.graph().index(GraphKeys.name(entity.name()));
        boolean isTyped =
                known.length == 1 && !draft.graph().entity(known[0]).type().equals(Entity.GENERAL);
        return isTyped && !entity.distinct()
                ? new EntityDraft(
                        entity.id(),
                        entity.name(),
                        null,
                        false,
                        entity.aliases(),
                        entity.observations())
                : entity;
    }
}
