package dev.alluvium.operators.decide;

import dev.alluvium.models.language.LanguageModel;
import java.io.Serializable;
import java.time.Duration;

/**
 * What {@link DecideFunction} is set up with, as it travels in the job graph.
 *
 * @param model opens the language model; null if there is none
 * @param decided opens what the log says of decisions already made
 * @param registry the name under which subtasks of this process are found
 * @param limits of the calls
 */
public record DecideSettings(
        ModelSource model, DecidedSaves.Source decided, String registry, Limits limits)
        implements Serializable {

    /** Opens a language model where the job runs. */
    @FunctionalInterface
    public interface ModelSource extends Serializable {
        LanguageModel open();
    }

    /**
     * What the model may cost.
     *
     * @param atOnce records decided at once in a process
     * @param atOncePerMemory of these, records of one memory
     * @param timeout of one call
     * @param deadline after which what still waits is given up
     */
    public record Limits(int atOnce, int atOncePerMemory, Duration timeout, Duration deadline)
            implements Serializable {}
}
