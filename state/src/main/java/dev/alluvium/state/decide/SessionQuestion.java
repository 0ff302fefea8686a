package dev.alluvium.state.decide;

import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import java.time.Instant;
import java.util.List;

/**
 * Turns of one session that a language model is to distil into records, and facts.
 *
 * @param of where the last of the turns stands in the log
 * @param upTo the row of the last of the turns
 * @param facts whether facts of the graph are wanted as well
 * @param singleValued names of attributes and relation types that have one value at a time
 */
public record SessionQuestion(
        MemoryId memory,
        String session,
        Position of,
        long upTo,
        List<Said> turns,
        boolean facts,
        List<String> singleValued) {

    public SessionQuestion {
        turns = List.copyOf(turns);
        singleValued = List.copyOf(singleValued);
    }

    /**
     * One turn.
     *
     * @param author or null
     */
    public record Said(String id, String author, String content, Instant at) {}
}
