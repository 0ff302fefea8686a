package dev.alluvium.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.alluvium.state.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that has its texts embedded elsewhere. */
class EmbedderITCase {

    private static final String KEY = "sk-embedding-secret";

    private final List<JsonNode> asked = new CopyOnWriteArrayList<>();
    private final List<String> authorized = new CopyOnWriteArrayList<>();

    @TempDir Path data;

    /** Texts of one first letter have one vector, and all others an orthogonal one. */
    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            JsonNode request = Json.parse(exchange.getRequestBody().readAllBytes());
            asked.add(request);
            authorized.add(exchange.getRequestHeaders().getFirst("Authorization"));
            ObjectNode reply = Json.object();
            ArrayNode vectors = reply.putArray("vectors");
            for (JsonNode text : request.path("texts")) {
                ArrayNode vector = vectors.addArray();
                for (char letter = 'a'; letter <= 'z'; letter++) {
                    vector.add(text.asText().charAt(0) == letter ? 7 : 0);
                }
            }
            byte[] bytes = Json.bytes(reply);
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    @Test
    void recordsAndQueriesAreEmbeddedByTheEndpoint() throws Exception {
        HttpServer endpoint =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        endpoint.createContext("/vectors", this::answer);
        endpoint.start();
        String config =
                "embedder_config={\"url\":\"http://127.0.0.1:%d/vectors\",\"model_name\":\"letters\",\"api_key\":\"%s\"}"
                        .formatted(endpoint.getAddress().getPort(), KEY);
        try (Program server = Program.serve(data, 0, "--set", "embedder=custom", "--set", config)) {
            Memory memory = new Memory(server.url(), "app", "user");
            memory.remember("", "{\"id\":\"t\",\"content\":\"tea is at four\"}");
            memory.remember("", "{\"id\":\"r\",\"content\":\"rain is near\"}");
            assertThat(
                            memory.recalled(
                                    "", "{\"query\":\"thirst\",\"limit\":1,\"depth\":\"shallow\"}"))
                    .containsExactly("tea is at four");
            assertThat(server.output()).contains("custom/letters").doesNotContain(KEY);
        } finally {
            endpoint.stop(0);
        }
        assertThat(asked)
                .extracting(request -> request.path("purpose").asText())
                .contains("passage", "query");
        assertThat(authorized).containsOnly("Bearer " + KEY);
    }
}
