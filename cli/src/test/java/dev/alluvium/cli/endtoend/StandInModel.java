package dev.alluvium.cli.endtoend;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.alluvium.state.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** A model's place that speaks OpenAI's chat completions and answers as a test says. */
final class StandInModel implements AutoCloseable {

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile Function<String, Reply> script;

    /**
     * What it answers with.
     *
     * @param status 0 never to answer, -1 to close the connection instead
     * @param text what the model says, or the body of an error
     * @param after how long it takes to say so
     * @param retryAfter the seconds it asks to wait, or null
     */
    record Reply(int status, String text, Duration after, String retryAfter) {

        static final Reply NONE = new Reply(0, "");
        static final Reply CUT = new Reply(-1, "");

        Reply(int status, String text) {
            this(status, text, Duration.ZERO, null);
        }

        static Reply limited(int seconds) {
            return new Reply(429, "slow down", Duration.ZERO, Integer.toString(seconds));
        }

        Reply after(Duration time) {
            return new Reply(status, text, time, retryAfter);
        }

        static Reply says(String json) {
            return new Reply(200, json.replace('\'', '"'));
        }
    }

    /**
     * @param script the reply to all that was said to it
     */
    StandInModel(Function<String, Reply> script) throws IOException {
        this.script = script;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/chat/completions", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    /** The options of a server that asks it. */
    String[] options() {
        return new String[] {
            "--set",
            "llm=custom/stand-in",
            "--set",
            "llm_config={\"base_url\":\"http://127.0.0.1:%d/v1\",\"api_key\":\"sk-secret\",\"timeout_seconds\":5,\"retries\":1}"
                    .formatted(server.getAddress().getPort())
        };
    }

    void script(Function<String, Reply> next) {
        script = next;
    }

    /** All that it was asked, each with all that was said. */
    List<String> asked() {
        return asked;
    }

    private void answer(HttpExchange exchange) throws IOException {
        JsonNode request = Json.parse(exchange.getRequestBody().readAllBytes());
        StringBuilder said = new StringBuilder();
        for (JsonNode message : request.path("messages")) {
            JsonNode content = message.path("content");
            said.append(content.isTextual() ? content.asText() : content.toString()).append('\n');
        }
        asked.add(said.toString());
        Reply reply = script.apply(said.toString());
        if (reply.status() == 0) {
            // The exchange stays open: the caller waits.
            return;
        }
        if (reply.status() < 0 || !takes(reply.after())) {
            exchange.close();
            return;
        }
        if (reply.retryAfter() != null) {
            exchange.getResponseHeaders().set("Retry-After", reply.retryAfter());
        }
        byte[] body = reply.status() == 200 ? completion(reply.text()) : Json.bytes(error(reply));
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(reply.status(), body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    /** Lets time pass; false if it is closed meanwhile. */
    private boolean takes(Duration time) {
        try {
            return !closed.await(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            return false;
        }
    }

    private static ObjectNode error(Reply reply) {
        ObjectNode json = Json.object();
        json.putObject("error").put("message", reply.text());
        return json;
    }

    private static byte[] completion(String text) {
        ObjectNode json = Json.object();
        json.put("id", "c1").put("object", "chat.completion").put("created", 1).put("model", "m");
        ObjectNode choice = json.putArray("choices").addObject();
        choice.put("index", 0).put("finish_reason", "stop");
        choice.putObject("message").put("role", "assistant").put("content", text);
        json.putObject("usage")
                .put("prompt_tokens", 1)
                .put("completion_tokens", 1)
                .put("total_tokens", 2);
        return Json.bytes(json);
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
