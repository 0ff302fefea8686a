package dev.alluvium.models.language;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The providers of language models: how each is named, found, opened and spoken to. */
enum LanguageProvider {
    OPENAI("openai", "https://api.openai.com/v1", List.of("OPENAI_API_KEY"), new OpenAiChat(true)),
    ANTHROPIC(
            "anthropic",
            "https://api.anthropic.com/v1",
            List.of("ANTHROPIC_API_KEY"),
            new AnthropicChat()),
    OLLAMA("ollama", "http://localhost:11434", List.of(), new OllamaChat()),
    GEMINI(
            "gemini",
            "https://generativelanguage.googleapis.com/v1beta",
            List.of("GOOGLE_API_KEY", "GEMINI_API_KEY"),
            new GeminiChat()),

    /** Whatever speaks OpenAI's protocol; OpenAI's own key is not for it. */
    CUSTOM("custom", null, List.of(), new OpenAiChat(false));

    private final String prefix;
    private final String url;
    private final List<String> keyVariables;
    private final Chat chat;

    LanguageProvider(String prefix, String url, List<String> keyVariables, Chat chat) {
        this.prefix = prefix;
        this.url = url;
        this.keyVariables = keyVariables;
        this.chat = chat;
    }

    static LanguageProvider of(String prefix, String name) {
        return Arrays.stream(values())
                .filter(provider -> provider.prefix.equals(prefix))
                .findFirst()
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "language model \"%s\" has no known provider; known are: %s, or a bare name for OpenAI's"
                                                .formatted(
                                                        name,
                                                        Arrays.stream(values())
                                                                .map(known -> known.prefix + "/…")
                                                                .collect(
                                                                        Collectors.joining(
                                                                                ", ")))));
    }

    String prefix() {
        return prefix;
    }

    /** Its own place; null if it has none. */
    String url() {
        return url;
    }

    /** Where its key may stand, the first before the others; none where no key is needed. */
    List<String> keyVariables() {
        return keyVariables;
    }

    Chat chat() {
        return chat;
    }
}
