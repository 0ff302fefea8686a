package dev.alluvium.state.decide;

import dev.alluvium.state.Position;
import java.time.Instant;
import java.util.List;

/**
 * What a memory notes of a session until its turns are distilled.
 *
 * @param turns their rows, in the order they came
 * @param asked how many of them, from the first, are with the model already
 * @param of where the last of them stands in the log
 * @param at when it came
 */
public record Undistilled(List<Long> turns, int asked, Position of, Instant at) {

    public Undistilled {
        turns = List.copyOf(turns);
    }
}
