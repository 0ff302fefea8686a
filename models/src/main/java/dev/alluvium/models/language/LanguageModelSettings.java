package dev.alluvium.models.language;

import java.time.Duration;

/**
 * Says which model answers, and how it is reached.
 *
 * @param name {@code openai/…}, {@code anthropic/…}, {@code ollama/…}, {@code gemini/…}, {@code
 *     custom/…}, or an OpenAI model's bare name such as {@code gpt-4o}
 * @param baseUrl where the provider is found; null for its own place. {@code custom/…} needs one:
 *     what {@code /chat/completions} follows, as in {@code http://localhost:8000/v1}
 * @param apiKey null to take it from the provider's environment variable
 * @param temperature how freely the model chooses its words, from 0; null leaves it to the
 *     provider, for models that take none
 * @param timeout of one try; the prompt's bounds the whole
 * @param retries how often a call is tried again that may succeed the next time
 */
public record LanguageModelSettings(
        String name,
        String baseUrl,
        String apiKey,
        Double temperature,
        Duration timeout,
        int retries) {

    public LanguageModelSettings {
        if (name == null || name.isBlank()) {
            throw new IllegalArgumentException(
                    "the language model has no name: give one such as gpt-4o-mini or ollama/llama3.2");
        }
        if (temperature != null && !(temperature >= 0 && temperature <= 2)) {
            throw new IllegalArgumentException("temperature " + temperature + " is not in [0, 2]");
        }
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException(
                    "timeout " + timeout + " of a language model's call is not above 0");
        }
        if (retries < 0) {
            throw new IllegalArgumentException("retries " + retries + " is below 0, which is none");
        }
    }

    /** The model at its provider's own place, with temperature 0, 60 s for a try and 3 retries. */
    public static LanguageModelSettings of(String name) {
        return new LanguageModelSettings(name, null, null, 0.0, Duration.ofSeconds(60), 3);
    }

    /** Without the key. */
    @Override
    public String toString() {
        return "LanguageModelSettings[name=%s, baseUrl=%s, apiKey=%s, temperature=%s, timeout=%s, retries=%d]"
                .formatted(
                        name,
                        baseUrl,
                        apiKey == null ? "none" : "given",
                        temperature,
                        timeout,
                        retries);
    }
}
