package dev.alluvium.cli.backfill;

import dev.alluvium.state.episode.TurnDraft;
import java.util.List;
import java.util.Set;

/**
 * One conversation of a LoCoMo file, ready to be logged as a memory's turns.
 *
 * @param sampleId the name the file gives it
 * @param turns in order of session and place; the id of each is its {@code dia_id}
 * @param questions what the file asks about it
 */
public record LocomoConversation(String sampleId, List<TurnDraft> turns, List<Question> questions) {

    public LocomoConversation {
        turns = List.copyOf(turns);
        questions = List.copyOf(questions);
    }

    /**
     * A question about a conversation.
     *
     * @param category 1 to 5
     * @param evidence ids of the turns that answer it; empty where the file names none that can be
     *     read
     */
    public record Question(String text, int category, Set<String> evidence) {

        public Question {
            evidence = Set.copyOf(evidence);
        }
    }
}
