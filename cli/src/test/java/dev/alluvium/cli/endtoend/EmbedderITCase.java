package dev.alluvium.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.alluvium.cli.endtoend.Memory.Answer;
import dev.alluvium.state.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that has its texts embedded elsewhere. */
class EmbedderITCase {

    private static final String KEY = "sk-embedding-secret";

    private final List<JsonNode> asked = new CopyOnWriteArrayList<>();
    private final List<String> authorized = new CopyOnWriteArrayList<>();

    /** A call of the embedder may take 60 s; a query's may not. */
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @TempDir Path data;

    private HttpServer endpoint;

    /**
     * Texts of one first letter have one vector, and all others an orthogonal one; queries that say
     * so are never answered.
     */
    private void answer(HttpExchange exchange) throws IOException {
        JsonNode request = Json.parse(exchange.getRequestBody().readAllBytes());
        asked.add(request);
        if (hangs(request)) {
            return;
        }
        try (exchange) {
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

    @BeforeEach
    void start() throws IOException {
        endpoint = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        endpoint.createContext("/vectors", this::answer);
        endpoint.start();
    }

    @AfterEach
    void stop() {
        endpoint.stop(0);
    }

    private Program serve() throws Exception {
        String config =
                "embedder_config={\"url\":\"http://127.0.0.1:%d/vectors\",\"model_name\":\"letters\",\"api_key\":\"%s\"}"
                        .formatted(endpoint.getAddress().getPort(), KEY);
        return Program.serve(data, 0, "--set", "embedder=custom", "--set", config);
    }

    @Test
    void recordsAndQueriesAreEmbeddedByTheEndpoint() throws Exception {
        try (Program server = serve()) {
            Memory memory = new Memory(server.url(), "app", "user");
            memory.remember("", "{\"id\":\"t\",\"content\":\"tea is at four\"}");
            memory.remember("", "{\"id\":\"r\",\"content\":\"rain is near\"}");
            assertThat(
                            memory.recalled(
                                    "", "{\"query\":\"thirst\",\"limit\":1,\"depth\":\"shallow\"}"))
                    .containsExactly("tea is at four");
            assertThat(server.output()).contains("custom/letters").doesNotContain(KEY);
        }
        assertThat(asked)
                .extracting(request -> request.path("purpose").asText())
                .contains("passage", "query");
        assertThat(authorized).containsOnly("Bearer " + KEY);
    }

    @Test
    void aQueryWhoseEmbeddingHangsEndsWithItsTimeAndHoldsNobodyUp() throws Exception {
        try (Program server = serve()) {
            Memory memory = new Memory(server.url(), "app", "user");
            memory.remember("", "{\"id\":\"t\",\"content\":\"tea is at four\"}");
            CompletableFuture<Answer> hanging = recalling(memory, "waits for ever", 15_000);
            Awaitility.await("the endpoint is asked")
                    .atMost(LIMIT)
                    .until(() -> asked.stream().anyMatch(EmbedderITCase::hangs));

            memory.remember("", "{\"id\":\"r\",\"content\":\"rain is near\"}");
            assertThat(memory.recalled("?timeout=5000", "{\"query\":\"roofs\",\"limit\":1}"))
                    .as("embedded beside it")
                    .containsExactly("rain is near");
            assertThat(hanging).isNotDone();
            long start = System.nanoTime();
            Answer brief = recalling(memory, "hangs for ever", 500).get();

            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LIMIT);
            assertThat(brief.status()).isEqualTo(503);
            assertThat(brief.body().path("detail").asText())
                    .contains("embedding model custom/letters", "at most 500 ms", "mode lexical")
                    .doesNotContain(KEY);
            assertThat(hanging.get().status()).isEqualTo(503);
            assertThat(hanging.get().body().path("detail").asText()).contains("at most 15000 ms");
            assertThat(
                            memory.recalled(
                                    "?timeout=500",
                                    "{\"query\":\"tea for ever\",\"mode\":\"lexical\",\"limit\":1}"))
                    .containsExactly("tea is at four");
        }
    }

    private static boolean hangs(JsonNode request) {
        return request.at("/texts/0").asText().endsWith("for ever");
    }

    private static CompletableFuture<Answer> recalling(Memory memory, String query, int millis) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return memory.send(
                                "POST",
                                "/recall?timeout=" + millis,
                                "{\"query\":\"%s\"}".formatted(query));
                    } catch (Exception e) {
                        throw new CompletionException(e);
                    }
                });
    }
}
