package dev.alluvium.state.core;

import dev.alluvium.state.change.Change;
import dev.alluvium.state.decide.SaveQuestion;
import dev.alluvium.state.decide.SessionQuestion;
import dev.alluvium.state.event.MemoryEvent;
import dev.alluvium.state.outcome.CommandOutcome;
import dev.alluvium.state.reembed.VectorQuestion;
import java.util.List;

/**
 * What follows from a command: the rows to change, the answer to its writer, and what to tell the
 * world.
 *
 * @param question what a language model is to be asked; null where nothing is open
 * @param sessions turns that a language model is to distil
 * @param vectors rows that are to be embedded anew; null where there are none
 */
public record Outcome(
        List<Change> changes,
        CommandOutcome answer,
        List<MemoryEvent> events,
        SaveQuestion question,
        List<SessionQuestion> sessions,
        VectorQuestion vectors) {

    public Outcome {
        changes = List.copyOf(changes);
        events = List.copyOf(events);
        sessions = List.copyOf(sessions);
    }
}
