package dev.alluvium.models.language;

import dev.alluvium.models.provider.LangChainHttp;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.anthropic.AnthropicChatModel;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ToolChoice;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import java.util.List;

/**
 * Asks by Anthropic's messages, with the object as the input of a tool that must be used: every
 * model of theirs knows tools, while only the newer ones know a format of the answer.
 */
record AnthropicChat() implements Chat {

    @Override
    public boolean needsSchemaInWords() {
        return false;
    }

    @Override
    public ChatModel model(Access access, LangChainHttp http) {
        return AnthropicChatModel.builder()
                .httpClientBuilder(http)
                .baseUrl(access.url())
                .apiKey(access.key())
                .modelName(access.model())
                .temperature(access.temperature())
                .maxTokens(MAX_ANSWER_TOKENS)
                .maxRetries(0)
                .build();
    }

    @Override
    public ChatRequest request(List<ChatMessage> messages, String name, JsonObjectSchema schema) {
        return ChatRequest.builder()
                .messages(messages)
                .toolSpecifications(
                        ToolSpecification.builder()
                                .name(name)
                                .description("Takes the answer.")
                                .parameters(schema)
                                .build())
                .toolChoice(ToolChoice.REQUIRED)
                .build();
    }

    @Override
    public String text(AiMessage message) {
        return message.hasToolExecutionRequests()
                ? message.toolExecutionRequests().get(0).arguments()
                : message.text();
    }
}
