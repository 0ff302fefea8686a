package dev.alluvium.state.core;

import dev.alluvium.state.episode.Turn;
import dev.alluvium.state.graph.Claim;
import dev.alluvium.state.graph.EntityRef;
import dev.alluvium.state.graph.GraphKeys;
import dev.alluvium.state.graph.GraphSelection;
import dev.alluvium.state.graph.Provenance;
import dev.alluvium.state.store.MemoryRows;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Deletes for good what a selection names: entities, facts, and turns with what only they say. */
final class SelectionEraser {

    private final Draft draft;
    private final GraphDraft graph;
    private final EntityWriter entities;
    private final FactEraser eraser;

    SelectionEraser(Draft draft, EntityWriter entities, FactEraser eraser) {
        this.draft = draft;
        this.graph = draft.graph();
        this.entities = entities;
        this.eraser = eraser;
    }

    /** Deletes what is selected; the number of entities, facts and turns that are gone. */
    long delete(GraphSelection selection) {
        long before = held();
        for (EntityRef each : selection.entities()) {
            long ordinal = entities.find(each);
            if (ordinal != EntityWriter.NONE) {
                entities.delete(ordinal);
            }
        }
        for (GraphSelection.Observations each : selection.observations()) {
            long entity = entities.find(each.entity());
            each.contents().forEach(text -> deleteText(entity, text));
        }
        for (GraphSelection.Triple each : selection.relations()) {
            Claim claim =
                    new Claim.Relation(
                            entities.find(each.source()),
                            each.type(),
                            entities.find(each.target()));
            deleteSaying(claim, claim::equals);
        }
        for (String id : selection.facts()) {
            long ordinal = graph.factOf(id);
            if (ordinal != GraphDraft.NO_FACT) {
                eraser.delete(ordinal);
            }
        }
        deleteSources(new HashSet<>(selection.sessions()), new HashSet<>(selection.turns()));
        return before - held();
    }

    private long held() {
        return graph.counts().entities() + graph.counts().facts() + draft.header().turns();
    }

    /** With any attribute: who deletes a text does not know under which it was said. */
    private void deleteText(long entity, String text) {
        deleteSaying(
                new Claim.Observation(entity, null, text),
                claim ->
                        claim.subject() == entity
                                && claim instanceof Claim.Observation observation
                                && observation.text().equals(text));
    }

    private void deleteSaying(Claim like, Predicate<Claim> matching) {
        for (long ordinal : graph.index(GraphKeys.claim(like))) {
            if (matching.test(graph.fact(ordinal).claim())) {
                eraser.delete(ordinal);
            }
        }
    }

    private void deleteSources(Set<String> sessions, Set<String> turns) {
        if (sessions.isEmpty() && turns.isEmpty()) {
            return;
        }
        Set<String> gone = new HashSet<>(turns);
        for (MemoryRows.TurnRow row : draft.base().turns()) {
            Turn turn = row.turn();
            if (sessions.contains(turn.session()) || turns.contains(turn.id())) {
                gone.add(turn.id());
                draft.deleteTurn(row.ordinal(), turn.id());
            }
        }
        Predicate<Provenance> matching =
                source -> sessions.contains(source.session()) || gone.contains(source.turn());
        List<Long> said = new ArrayList<>();
        for (MemoryRows.FactRow row : draft.base().facts()) {
            boolean isMeant =
                    row.fact().statements().stream()
                            .flatMap(statement -> statement.sources().stream())
                            .anyMatch(matching);
            if (isMeant) {
                said.add(row.ordinal());
            }
        }
        for (long ordinal : said) {
            if (graph.fact(ordinal) != null) {
                eraser.removeSources(ordinal, matching);
            }
        }
    }
}
