package dev.alluvium.models.language;

import dev.alluvium.models.provider.LangChainHttp;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ResponseFormat;
import dev.langchain4j.model.chat.request.ResponseFormatType;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import java.util.List;

/** One provider's way to be asked for an object. Holds nothing; safe for many threads. */
interface Chat {

    /**
     * What an answer may be long, in tokens: no model that is offered today allows less, and no
     * answer needs as much.
     */
    int MAX_ANSWER_TOKENS = 4096;

    /**
     * Where to ask.
     *
     * @param key null where none is needed
     * @param temperature null for the provider's
     */
    record Access(String url, String model, String key, Double temperature) {}

    /** Whether the schema must be told in words, since the request does not enforce it. */
    boolean needsSchemaInWords();

    /** LangChain4j's model, for one call. */
    ChatModel model(Access access, LangChainHttp http);

    /** The request for an object of this name and schema. */
    default ChatRequest request(List<ChatMessage> messages, String name, JsonObjectSchema schema) {
        return ChatRequest.builder()
                .messages(messages)
                .responseFormat(
                        ResponseFormat.builder()
                                .type(ResponseFormatType.JSON)
                                .jsonSchema(
                                        JsonSchema.builder().name(name).rootElement(schema).build())
                                .build())
                .build();
    }

    /** The text in which the object stands; null if there is none. */
    default String text(AiMessage message) {
        return message.text();
    }
}
