package dev.alluvium.query.ingest;

import dev.alluvium.state.MemoryId;
import dev.alluvium.state.episode.TurnDraft;
import dev.alluvium.state.graph.EntityDraft;
import dev.alluvium.state.graph.ObservationDraft;
import dev.alluvium.state.graph.ObservationsDraft;
import dev.alluvium.state.graph.RelationDraft;
import dev.alluvium.state.record.RecordDraft;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** What one row of an import brings, and the group that rows of its kind are gathered in. */
sealed interface ImportItem {

    /** The vectors it brings. */
    List<float[]> vectors();

    /**
     * A group for it and others of its kind.
     *
     * @param infer whether a language model decides what records leave open
     */
    Group group(MemoryId memory, boolean infer);

    record Record(RecordDraft draft) implements ImportItem {
        @Override
        public List<float[]> vectors() {
            return Stream.ofNullable(draft.vector()).toList();
        }

        @Override
        public Group group(MemoryId memory, boolean infer) {
            return new RecordGroup(memory, infer);
        }
    }

    record Turn(TurnDraft draft) implements ImportItem {
        @Override
        public List<float[]> vectors() {
            return draft.vectors();
        }

        @Override
        public Group group(MemoryId memory, boolean infer) {
            return new TurnGroup(memory);
        }
    }

    /** Items of a graph of any kind keep their order, so they share a group. */
    sealed interface OfGraph extends ImportItem {
        @Override
        default Group group(MemoryId memory, boolean infer) {
            return new FactGroup(memory);
        }
    }

    record Entity(EntityDraft draft) implements OfGraph {
        @Override
        public List<float[]> vectors() {
            return vectorsOf(draft.observations());
        }
    }

    record Observation(ObservationsDraft draft) implements OfGraph {
        @Override
        public List<float[]> vectors() {
            return vectorsOf(draft.observations());
        }
    }

    record Relation(RelationDraft draft) implements OfGraph {
        @Override
        public List<float[]> vectors() {
            return Stream.ofNullable(draft.vector()).toList();
        }
    }

    private static List<float[]> vectorsOf(List<ObservationDraft> drafts) {
        return drafts.stream().map(ObservationDraft::vector).filter(Objects::nonNull).toList();
    }
}
