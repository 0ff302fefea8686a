package dev.alluvium.models.language;

import dev.alluvium.models.provider.LangChainHttp;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.openai.OpenAiChatModel;
import java.util.List;

/**
 * Asks by OpenAI's chat completions.
 *
 * @param own whether OpenAI itself answers, which enforces a schema. Others that speak its protocol
 *     refuse or ignore that, and know the older of the two names of the answer's bound.
 */
record OpenAiChat(boolean own) implements Chat {

    @Override
    public boolean needsSchemaInWords() {
        return !own;
    }

    @Override
    public ChatModel model(Access access, LangChainHttp http) {
        OpenAiChatModel.OpenAiChatModelBuilder builder =
                OpenAiChatModel.builder()
                        .httpClientBuilder(http)
                        .baseUrl(access.url())
                        .apiKey(access.key())
                        .modelName(access.model())
                        .temperature(access.temperature())
                        .strictJsonSchema(true)
                        .maxRetries(0);
        return (own
                        ? builder.maxCompletionTokens(MAX_ANSWER_TOKENS)
                        : builder.maxTokens(MAX_ANSWER_TOKENS))
                .build();
    }

    @Override
    public ChatRequest request(List<ChatMessage> messages, String name, JsonObjectSchema schema) {
        return own
                ? Chat.super.request(messages, name, schema)
                : ChatRequest.builder().messages(messages).build();
    }
}
