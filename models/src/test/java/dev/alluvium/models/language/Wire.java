package dev.alluvium.models.language;

import static dev.alluvium.state.json.Json.MAPPER;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.tomakehurst.wiremock.WireMockServer;
import dev.alluvium.state.json.Json;

/** How each provider spells an answer and an error on the wire, in the shapes of their APIs. */
enum Wire {
    OPENAI("openai/gpt-4o-mini", "/v1", "/v1/chat/completions") {
        @Override
        String answer(String text, String finish) {
            return """
                {"id":"chatcmpl-1","object":"chat.completion","created":1741569952,"model":"gpt-4o-mini-2024-07-18",
                 "choices":[{"index":0,"message":{"role":"assistant","content":%s,"refusal":null,"annotations":[]},
                             "logprobs":null,"finish_reason":"%s"}],
                 "usage":{"prompt_tokens":19,"completion_tokens":10,"total_tokens":29,
                          "prompt_tokens_details":{"cached_tokens":0,"audio_tokens":0},
                          "completion_tokens_details":{"reasoning_tokens":0,"audio_tokens":0}},
                 "service_tier":"default","system_fingerprint":"fp_1"}"""
                    .formatted(quoted(text), finish.equals("length") ? "length" : "stop");
        }

        @Override
        String error(String words) {
            return """
                {"error":{"message":%s,"type":"invalid_request_error","param":null,"code":"invalid_api_key"}}"""
                    .formatted(quoted(words));
        }
    },
    CUSTOM("custom/some/local-model", "/v1", "/v1/chat/completions") {
        @Override
        String answer(String text, String finish) {
            return OPENAI.answer(text, finish);
        }

        @Override
        String error(String words) {
            return """
                {"object":"error","message":%s,"type":"BadRequestError","code":400}"""
                    .formatted(quoted(words));
        }
    },
    ANTHROPIC("anthropic/claude-3-haiku-20240307", "/v1", "/v1/messages") {
        @Override
        String answer(String text, String finish) {
            return """
                {"id":"msg_1","type":"message","role":"assistant","model":"claude-3-haiku-20240307",
                 "content":[%s],"stop_reason":"%s","stop_sequence":null,
                 "usage":{"input_tokens":2095,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"output_tokens":503}}"""
                    .formatted(
                            isObject(text)
                                    ? """
                                      {"type":"tool_use","id":"toolu_1","name":"weigh","input":%s}"""
                                            .formatted(text)
                                    : """
                                      {"type":"text","text":%s}"""
                                            .formatted(quoted(text)),
                            finish.equals("length") ? "max_tokens" : "tool_use");
        }

        @Override
        String error(String words) {
            return """
                {"type":"error","error":{"type":"authentication_error","message":%s}}"""
                    .formatted(quoted(words));
        }
    },
    OLLAMA("ollama/llama3.2", "", "/api/chat") {
        @Override
        String answer(String text, String finish) {
            return """
                {"model":"llama3.2","created_at":"2024-12-06T00:48:09.983619Z",
                 "message":{"role":"assistant","content":%s},"done":true,"done_reason":"%s",
                 "total_duration":2938432250,"load_duration":2559292,"prompt_eval_count":26,
                 "prompt_eval_duration":2195557000,"eval_count":15,"eval_duration":739000000}"""
                    .formatted(quoted(text), finish.equals("length") ? "length" : "stop");
        }

        @Override
        String error(String words) {
            return """
                {"error":%s}"""
                    .formatted(quoted(words));
        }
    },
    GEMINI(
            "gemini/gemini-2.0-flash",
            "/v1beta",
            "/v1beta/models/gemini-2.0-flash:generateContent") {
        @Override
        String answer(String text, String finish) {
            return """
                {"candidates":[{"content":{"parts":[{"text":%s}],"role":"model"},"finishReason":"%s","avgLogprobs":-0.1}],
                 "usageMetadata":{"promptTokenCount":5,"candidatesTokenCount":12,"totalTokenCount":17},
                 "modelVersion":"gemini-2.0-flash","responseId":"r1"}"""
                    .formatted(quoted(text), finish.equals("length") ? "MAX_TOKENS" : "STOP");
        }

        @Override
        String error(String words) {
            return """
                {"error":{"code":400,"message":%s,"status":"INVALID_ARGUMENT","details":[]}}"""
                    .formatted(quoted(words));
        }
    };

    final String model;
    final String path;
    private final String base;

    Wire(String model, String base, String path) {
        this.model = model;
        this.base = base;
        this.path = path;
    }

    /** The body of a reply whose answer is this text. */
    abstract String answer(String text, String finish);

    String answer(String text) {
        return answer(text, "stop");
    }

    /** The body of an error of these words. */
    abstract String error(String words);

    String url(WireMockServer server) {
        return server.baseUrl() + base;
    }

    /** The messages of a request as they stand in its body, whatever they are called there. */
    static String textOf(String body) {
        return body.replace("\\n", "\n").replace("\\\"", "\"");
    }

    private static boolean isObject(String text) {
        try {
            return MAPPER.readTree(text) instanceof ObjectNode;
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            return false;
        }
    }

    private static String quoted(String text) {
        JsonNode node = Json.MAPPER.getNodeFactory().textNode(text);
        return node.toString();
    }
}
