package dev.alluvium.models.language;

import dev.alluvium.models.provider.Retries;
import java.util.function.UnaryOperator;

/**
 * The catalogue of language models by option value.
 *
 * <p>Opening builds nothing and asks for no key: what is missing is said by the first answer.
 */
public final class LanguageModels {

    private LanguageModels() {}

    /**
     * Opens a model, with keys from this process's environment where the settings give none.
     *
     * @throws IllegalArgumentException if there is no such provider (the message names those there
     *     are), or its URL is missing or none
     */
    public static LanguageModel open(LanguageModelSettings settings) {
        return open(settings, System::getenv);
    }

    /**
     * Opens a model, with keys from the given environment where the settings give none.
     *
     * @param environment the value of a variable, or null
     * @throws IllegalArgumentException if there is no such provider (the message names those there
     *     are), or its URL is missing or none
     */
    public static LanguageModel open(
            LanguageModelSettings settings, UnaryOperator<String> environment) {
        return open(settings, environment, Retries.of(settings.retries()));
    }

    static LanguageModel open(
            LanguageModelSettings settings, UnaryOperator<String> environment, Retries retries) {
        return new RemoteLanguageModel(ModelAddress.of(settings), settings, environment, retries);
    }
}
