package dev.alluvium.state.graph;

import java.util.List;

/** Observations of one entity. */
public record ObservationsDraft(EntityRef entity, List<ObservationDraft> observations) {

    public ObservationsDraft {
        observations = List.copyOf(observations);
    }

    public ObservationsDraft withObservations(List<ObservationDraft> next) {
        return new ObservationsDraft(entity, next);
    }
}
