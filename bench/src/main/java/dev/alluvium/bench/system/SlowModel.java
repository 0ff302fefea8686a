package dev.alluvium.bench.system;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.alluvium.state.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A language model's place that speaks OpenAI's chat completions and files every text alike, a
 * while after it was asked.
 */
final class SlowModel implements AutoCloseable {

    private static final String FILED =
            "{\"scope\":\"/filed\",\"categories\":[\"c\"],\"importance\":0.5,\"decisions\":[],\"insert_new\":true}";

    private final HttpServer server;
    private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(2);
    private final Duration pause;
    private final AtomicInteger asked = new AtomicInteger();

    SlowModel(Duration pause) throws IOException {
        this.pause = pause;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/chat/completions", this::answer);
        server.start();
    }

    /** The option {@code llm_config} of a system that asks it. */
    String configuration() {
        return "{\"base_url\":\"http://127.0.0.1:%d/v1\",\"api_key\":\"none\"}"
                .formatted(server.getAddress().getPort());
    }

    int asked() {
        return asked.get();
    }

    private void answer(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        asked.incrementAndGet();
        threads.schedule(() -> send(exchange), pause.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static void send(HttpExchange exchange) {
        ObjectNode json = Json.object().put("id", "c").put("object", "chat.completion");
        json.put("created", 1).put("model", "slow");
        ObjectNode choice = json.putArray("choices").addObject();
        choice.put("index", 0).put("finish_reason", "stop");
        choice.putObject("message").put("role", "assistant").put("content", FILED);
        byte[] body = Json.bytes(json);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        try (OutputStream out = exchange.getResponseBody()) {
            exchange.sendResponseHeaders(200, body.length);
            out.write(body);
        } catch (IOException e) {
            Progress.say("the caller of the model is gone: %s", e.getMessage());
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
