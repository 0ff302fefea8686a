package dev.alluvium.models.language;

import dev.alluvium.state.json.Fields;
import dev.alluvium.state.json.InvalidInputException;
import dev.alluvium.state.json.Json;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
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
        int retries)
        implements Serializable {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int RETRIES = 3;
    private static final int MAX_TIMEOUT_SECONDS = 3600;
    private static final int MAX_RETRIES = 100;

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
        return new LanguageModelSettings(name, null, null, 0.0, TIMEOUT, RETRIES);
    }

    /**
     * The model as a JSON object says: {@code base_url}, {@code api_key}, {@code temperature} (null
     * to leave it to the provider), {@code timeout_seconds}, {@code retries}; what is left out is
     * as in {@link #of(String)}.
     *
     * @throws IllegalArgumentException if it is no such object; the message names what is wrong
     */
    public static LanguageModelSettings of(String name, String json) {
        try {
            return Fields.of(Json.parse(json.getBytes(StandardCharsets.UTF_8)))
                    .read(given -> read(name, given));
        } catch (InvalidInputException e) {
            throw new IllegalArgumentException(
                    "the language model's configuration is none: " + e.getMessage(), e);
        }
    }

    private static LanguageModelSettings read(String name, Fields given) {
        Double temperature = given.number("temperature", 0, 2);
        boolean left = temperature == null && !given.isNull("temperature");
        int seconds =
                given.integer("timeout_seconds", 1, MAX_TIMEOUT_SECONDS, (int) TIMEOUT.toSeconds());
        return new LanguageModelSettings(
                name,
                given.text("base_url"),
                given.text("api_key"),
                left ? Double.valueOf(0) : temperature,
                Duration.ofSeconds(seconds),
                given.integer("retries", 0, MAX_RETRIES, RETRIES));
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
