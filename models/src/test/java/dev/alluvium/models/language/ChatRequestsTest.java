package dev.alluvium.models.language;

import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.wireMockConfig;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What each provider is sent, to the letter where its API asks for it. */
class ChatRequestsTest {

    private final WireMockServer server = new WireMockServer(wireMockConfig().dynamicPort());

    @BeforeEach
    void start() {
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop();
    }

    @Test
    void openAiIsAskedForAStrictSchema() {
        LoggedRequest request = ask(Wire.OPENAI, "sk-1");
        assertThat(request.getHeader("Authorization")).isEqualTo("Bearer sk-1");
        JsonNode body = Prompts.json(request.getBodyAsString());
        assertThat(body.path("model").asText()).isEqualTo("gpt-4o-mini");
        assertThat(body.path("temperature").asDouble(-1)).isEqualTo(0);
        assertThat(body.path("max_completion_tokens").asInt()).isEqualTo(4096);
        assertThat(body.path("messages").findValuesAsText("role"))
                .containsExactly("system", "user");
        assertThat(body.path("response_format"))
                .isEqualTo(
                        Prompts.json(
                                """
                                {"type":"json_schema","json_schema":{"name":"weigh","strict":true,"schema":{
                                  "type":"object","additionalProperties":false,
                                  "required":["importance","count","kind","private","tags","parts"],
                                  "properties":{
                                    "importance":{"type":"number","description":"from 0 to 1"},
                                    "count":{"type":["integer","null"]},
                                    "kind":{"type":["string","null"],"enum":["fact","task"]},
                                    "private":{"type":["boolean","null"]},
                                    "tags":{"type":"array","items":{"type":"string"}},
                                    "parts":{"type":["array","null"],"items":{
                                      "type":"object","additionalProperties":false,
                                      "properties":{"id":{"type":"string"}},"required":["id"]}}}}}}"""));
        assertThat(body.toString()).doesNotContain("JSON Schema");
    }

    @Test
    void aCustomServerIsToldTheSchemaInWords() {
        LoggedRequest request = ask(Wire.CUSTOM, null);
        assertThat(request.containsHeader("Authorization")).isFalse();
        JsonNode body = Prompts.json(request.getBodyAsString());
        assertThat(body.path("model").asText()).isEqualTo("some/local-model");
        assertThat(body.path("max_tokens").asInt()).isEqualTo(4096);
        assertThat(body.has("response_format")).isFalse();
        assertThat(body.path("messages").path(0).path("content").asText())
                .endsWith("Its JSON Schema:\n" + Prompts.json(Prompts.SCHEMA));
    }

    @Test
    void anthropicMustUseATool() {
        LoggedRequest request = ask(Wire.ANTHROPIC, "sk-ant-1");
        assertThat(request.getHeader("x-api-key")).isEqualTo("sk-ant-1");
        assertThat(request.getHeader("anthropic-version")).isEqualTo("2023-06-01");
        JsonNode body = Prompts.json(request.getBodyAsString());
        assertThat(body.path("model").asText()).isEqualTo("claude-3-haiku-20240307");
        assertThat(body.path("max_tokens").asInt()).isEqualTo(4096);
        assertThat(body.path("system").path(0).path("text").asText()).startsWith("Weigh the text.");
        assertThat(body.path("messages").findValuesAsText("role")).containsExactly("user");
        assertThat(body.path("tool_choice").path("type").asText()).isEqualTo("any");
        JsonNode tool = body.path("tools").path(0);
        assertThat(tool.path("name").asText()).isEqualTo("weigh");
        ObjectNode schema = Prompts.json(Prompts.SCHEMA);
        assertThat(tool.path("input_schema").path("properties"))
                .isEqualTo(schema.path("properties"));
        assertThat(tool.path("input_schema").path("required")).isEqualTo(schema.path("required"));
    }

    @Test
    void ollamaIsGivenTheFormatAndTheWords() {
        LoggedRequest request = ask(Wire.OLLAMA, null);
        assertThat(request.containsHeader("Authorization")).isFalse();
        JsonNode body = Prompts.json(request.getBodyAsString());
        assertThat(body.path("model").asText()).isEqualTo("llama3.2");
        assertThat(body.path("stream").asBoolean(true)).isFalse();
        assertThat(body.path("options").path("temperature").asDouble(-1)).isEqualTo(0);
        assertThat(body.path("options").path("num_predict").asInt()).isEqualTo(4096);
        assertThat(body.path("format")).isEqualTo(Prompts.json(Prompts.SCHEMA));
        assertThat(body.path("messages").path(0).path("content").asText())
                .endsWith("Its JSON Schema:\n" + Prompts.json(Prompts.SCHEMA));
        assertThat(ask(Wire.OLLAMA, "proxy-key").getHeader("Authorization"))
                .isEqualTo("Bearer proxy-key");
    }

    @Test
    void geminiIsGivenAResponseSchemaAndItsKeyInAHeader() {
        LoggedRequest request = ask(Wire.GEMINI, "AIza-1");
        assertThat(request.getUrl()).doesNotContain("AIza");
        assertThat(request.getHeader("x-goog-api-key")).isEqualTo("AIza-1");
        JsonNode body = Prompts.json(request.getBodyAsString());
        assertThat(body.path("systemInstruction").path("parts").path(0).path("text").asText())
                .startsWith("Weigh the text.");
        assertThat(body.path("contents").findValuesAsText("role")).containsExactly("user");
        JsonNode config = body.path("generationConfig");
        assertThat(config.path("temperature").asDouble(-1)).isEqualTo(0);
        assertThat(config.path("maxOutputTokens").asInt()).isEqualTo(4096);
        assertThat(config.path("responseMimeType").asText()).isEqualTo("application/json");
        assertThat(config.path("responseSchema").path("type").asText()).isEqualTo("OBJECT");
        assertThat(config.path("responseSchema").path("required"))
                .isEqualTo(Prompts.json(Prompts.SCHEMA).path("required"));
        assertThat(config.path("responseSchema").path("properties").path("kind"))
                .isEqualTo(Prompts.json("{\"type\":\"STRING\",\"enum\":[\"fact\",\"task\"]}"));
    }

    @Test
    void aTemperatureThatIsNotGivenIsNotSent() {
        for (Wire wire : Wire.values()) {
            assertThat(ask(wire, "k", null).getBodyAsString())
                    .as(wire.name())
                    .doesNotContain("temperature");
        }
    }

    private LoggedRequest ask(Wire wire, String key) {
        return ask(wire, key, 0.0);
    }

    private LoggedRequest ask(Wire wire, String key, Double temperature) {
        server.resetAll();
        server.stubFor(post(anyUrl()).willReturn(okJson(wire.answer(Prompts.ANSWER))));
        LanguageModelSettings settings =
                new LanguageModelSettings(
                        wire.model, wire.url(server), key, temperature, Duration.ofSeconds(30), 0);
        try (LanguageModel model = LanguageModels.open(settings, variable -> null)) {
            model.answer(Prompts.weigh(Duration.ofSeconds(30)));
        }
        return server.findAll(postRequestedFor(anyUrl())).get(0);
    }
}
