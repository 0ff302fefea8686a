package dev.alluvium.state.decide;

import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import java.time.Instant;
import java.util.List;

/**
 * What a save leaves open for a language model: for each of its records where to file it, and what
 * to do with the records near it. Goes to whoever asks the model, and nowhere else.
 *
 * @param of where the save stands in the log
 */
public record SaveQuestion(MemoryId memory, Position of, List<Item> items) {

    public SaveQuestion {
        items = List.copyOf(items);
    }

    /**
     * One record that was saved.
     *
     * @param version of the record as it was saved
     * @param candidates for consolidation, the nearest first
     */
    public record Item(
            String id, int version, String content, Wanted wanted, List<Candidate> candidates) {

        public Item {
            candidates = List.copyOf(candidates);
        }
    }

    /** What the writer left open. */
    public record Wanted(boolean scope, boolean categories, boolean importance) {

        public boolean any() {
            return scope || categories || importance;
        }
    }

    /** A record that may say the same as a new one, or what it ends; with its whole text. */
    public record Candidate(String id, int version, String content, Instant validFrom) {}
}
