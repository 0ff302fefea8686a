package dev.alluvium.models.language;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Answers a prompt with a JSON object.
 *
 * <p>Implementations are safe for use by many threads at once.
 */
public interface LanguageModel extends AutoCloseable {

    /** The option value that names this model, such as {@code openai/gpt-4o-mini}. */
    String name();

    /**
     * Asks the model and blocks until it has answered or the prompt's time is over.
     *
     * @return an object that has what the prompt's schema requires, of the types it names; what the
     *     values say is as doubtful as any text of a model
     * @throws LanguageModelException if the model cannot be reached, refuses, or gives no such
     *     object in time
     */
    ObjectNode answer(Prompt prompt);

    /** Releases what the model holds; idempotent. */
    @Override
    void close();
}
