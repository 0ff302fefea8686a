package dev.alluvium.models.language;

import dev.alluvium.models.provider.LangChainHttp;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.ollama.OllamaChatModel;
import java.util.Map;

/**
 * Asks an Ollama, which holds the answer to the schema's grammar, but does not show the schema to
 * the model: it is told in words too.
 */
record OllamaChat() implements Chat {

    @Override
    public boolean needsSchemaInWords() {
        return true;
    }

    @Override
    public ChatModel model(Access access, LangChainHttp http) {
        return OllamaChatModel.builder()
                .httpClientBuilder(http)
                .baseUrl(access.url())
                .customHeaders(
                        access.key() == null
                                ? Map.of()
                                : Map.of("Authorization", "Bearer " + access.key()))
                .modelName(access.model())
                .temperature(access.temperature())
                .numPredict(MAX_ANSWER_TOKENS)
                .maxRetries(0)
                .build();
    }
}
