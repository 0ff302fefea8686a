package dev.alluvium.models.language;

import dev.alluvium.models.provider.LangChainHttp;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.googleai.GoogleAiGeminiChatModel;

/** Asks by Google's generateContent, with the schema of the response. */
record GeminiChat() implements Chat {

    @Override
    public boolean needsSchemaInWords() {
        return false;
    }

    @Override
    public ChatModel model(Access access, LangChainHttp http) {
        return GoogleAiGeminiChatModel.builder()
                .httpClientBuilder(http)
                .baseUrl(access.url())
                .apiKey(access.key())
                .modelName(access.model())
                .temperature(access.temperature())
                .maxOutputTokens(MAX_ANSWER_TOKENS)
                .maxRetries(0)
                .build();
    }
}
