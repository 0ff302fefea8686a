package dev.alluvium.models.language;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.models.language.Chat.Access;
import dev.alluvium.models.provider.Deadline;
import dev.alluvium.models.provider.LangChainHttp;
import dev.alluvium.models.provider.ProviderClient;
import dev.alluvium.models.provider.ProviderException;
import dev.alluvium.models.provider.Retries;
import dev.alluvium.models.provider.Secrets;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.exception.ContentFilteredException;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A model that a provider runs: asked once, and a second time where the first answer is no object
 * of the schema. Any thread may call; interrupting it ends its call.
 */
final class RemoteLanguageModel implements LanguageModel {

    /** Far above the tokens an answer may have, and far below what would hurt. */
    private static final int MAX_REPLY_BYTES = 4 << 20;

    /** What is built when first needed. */
    private record Line(ProviderClient client, Access access) {}

    private final ModelAddress address;
    private final LanguageModelSettings settings;
    private final UnaryOperator<String> environment;
    private final Retries retries;
    private Line line;
    private volatile boolean closed;

    RemoteLanguageModel(
            ModelAddress address,
            LanguageModelSettings settings,
            UnaryOperator<String> environment,
            Retries retries) {
        this.address = address;
        this.settings = settings;
        this.environment = environment;
        this.retries = retries;
    }

    @Override
    public String name() {
        return address.name();
    }

    @Override
    public ObjectNode answer(Prompt prompt) {
        JsonObjectSchema schema = ChatSchemas.object(prompt.schema());
        Deadline deadline = Deadline.in(prompt.timeout());
        Chat chat = address.provider().chat();
        List<ChatMessage> opening = Conversation.opening(prompt, chat.needsSchemaInWords());
        Line to = line();
        String text = ask(to, opening, prompt.name(), schema, deadline);
        Reading reading = Reading.of(text, prompt.schema());
        if (!reading.isUsable()) {
            List<ChatMessage> repair = Conversation.repair(opening, text, reading.problems());
            text = ask(to, repair, prompt.name(), schema, deadline);
            reading = Reading.of(text, prompt.schema());
        }
        if (!reading.isUsable()) {
            throw failure(
                    to,
                    "twice gave no usable answer to %s: %s"
                            .formatted(prompt.name(), String.join("; ", reading.problems())));
        }
        return reading.object();
    }

    private String ask(
            Line to,
            List<ChatMessage> messages,
            String name,
            JsonObjectSchema schema,
            Deadline deadline) {
        Chat chat = address.provider().chat();
        ChatResponse response;
        try {
            response =
                    chat.model(to.access, new LangChainHttp(to.client, deadline))
                            .chat(chat.request(messages, name, schema));
        } catch (ContentFilteredException e) {
            throw failure(to, "refuses to answer " + name);
        } catch (RuntimeException e) {
            throw ProviderException.within(e)
                    .map(known -> new LanguageModelException(known.getMessage(), known.getCause()))
                    // Its words may quote the reply, which is not ours to repeat.
                    .orElseGet(
                            () ->
                                    failure(
                                            to,
                                            "gave a reply that its API does not describe ("
                                                    + e.getClass().getSimpleName()
                                                    + ")"));
        }
        if (response.finishReason() == FinishReason.LENGTH) {
            throw failure(
                    to,
                    "answered %s with more than %d tokens and was cut off"
                            .formatted(name, Chat.MAX_ANSWER_TOKENS));
        }
        if (response.finishReason() == FinishReason.CONTENT_FILTER) {
            throw failure(to, "refuses to answer " + name);
        }
        return chat.text(response.aiMessage());
    }

    private static LanguageModelException failure(Line line, String words) {
        return new LanguageModelException(line.client.failure(words).getMessage());
    }

    private synchronized Line line() {
        if (closed) {
            throw new LanguageModelException("language model " + name() + " is closed");
        }
        if (line == null) {
            String key = key();
            line =
                    new Line(
                            new ProviderClient(
                                    "language model " + name(),
                                    Secrets.of(key),
                                    retries,
                                    settings.timeout(),
                                    MAX_REPLY_BYTES),
                            new Access(
                                    address.url(), address.model(), key, settings.temperature()));
        }
        return line;
    }

    private String key() {
        if (settings.apiKey() != null && !settings.apiKey().isBlank()) {
            return settings.apiKey().strip();
        }
        List<String> variables = address.provider().keyVariables();
        return variables.stream()
                .map(environment)
                .filter(value -> value != null && !value.isBlank())
                .map(String::strip)
                .findFirst()
                .orElseGet(
                        () -> {
                            if (variables.isEmpty()) {
                                return null;
                            }
                            throw new LanguageModelException(
                                    "language model "
                                            + name()
                                            + " has no key: set "
                                            + String.join(" or ", variables)
                                            + " in the environment, or give the key with the model");
                        });
    }

    @Override
    public synchronized void close() {
        closed = true;
        line = null;
    }
}
