package dev.alluvium.cli.endtoend;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.alluvium.state.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Speaks Ollama's chat and embeddings: files every text in one place, and gives texts of one first
 * letter one vector.
 */
final class StandInOllama implements AutoCloseable {

    /** The length of mxbai-embed-large's vectors. */
    private static final int DIMENSION = 1024;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<String> models = new CopyOnWriteArrayList<>();

    StandInOllama() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/api/chat", exchange -> answer(exchange, chat()));
        server.createContext("/api/embed", this::embed);
        server.setExecutor(threads);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** The model that each request named, with its path. */
    List<String> models() {
        return models;
    }

    private static ObjectNode chat() {
        ObjectNode reply = Json.object();
        reply.put("model", "llama3.2").put("created_at", "2026-05-08T13:56:00Z");
        reply.putObject("message")
                .put("role", "assistant")
                .put(
                        "content",
                        "{\"scope\":\"/local\",\"categories\":[\"home\"],\"importance\":0.7}");
        return reply.put("done", true).put("done_reason", "stop");
    }

    private void embed(HttpExchange exchange) throws IOException {
        JsonNode request = read(exchange);
        ObjectNode reply = Json.object().put("model", request.path("model").asText());
        ArrayNode vectors = reply.putArray("embeddings");
        for (JsonNode text : request.path("input")) {
            ArrayNode vector = vectors.addArray();
            for (int i = 0; i < DIMENSION; i++) {
                vector.add(text.asText().codePointAt(0) % DIMENSION == i ? 1 : 0);
            }
        }
        send(exchange, reply);
    }

    private void answer(HttpExchange exchange, ObjectNode reply) throws IOException {
        read(exchange);
        send(exchange, reply);
    }

    private JsonNode read(HttpExchange exchange) throws IOException {
        JsonNode request = Json.parse(exchange.getRequestBody().readAllBytes());
        models.add(exchange.getRequestURI().getPath() + " " + request.path("model").asText());
        return request;
    }

    private static void send(HttpExchange exchange, ObjectNode reply) throws IOException {
        try (exchange) {
            byte[] body = Json.bytes(reply);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
