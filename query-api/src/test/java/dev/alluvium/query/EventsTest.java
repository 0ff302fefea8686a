package dev.alluvium.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alluvium.models.embedding.EmbeddingException;
import dev.alluvium.models.language.LanguageModel;
import dev.alluvium.models.language.LanguageModelException;
import dev.alluvium.query.TestingClient.Reply;
import dev.alluvium.query.log.AppendFailedException;
import dev.alluvium.state.option.Embedded;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventsTest extends ServerTest {

    private final List<String> lines = new CopyOnWriteArrayList<>();
    private volatile boolean embedderIsAway;
    private final ScriptedModel model = new ScriptedModel();

    @Test
    void writesAndReadsOfTheMemoryAreStreamed() throws Exception {
        CompletableFuture<Void> stream = listen(MEMORY + "/events");
        await().until(() -> lines.contains(": listening"));

        client.post("/v1/memories/app/other/records", "{\"records\":[{\"content\":\"hidden\"}]}");
        String position =
                client.post(MEMORY + "/records", "{\"records\":[{\"content\":\"the sky\"}]}")
                        .json()
                        .get("position")
                        .asText();
        client.post(MEMORY + "/recall", "{\"query\":\"sky\"}");

        await().until(() -> lines.contains("event: query_completed"));
        assertThat(lines)
                .containsSubsequence(
                        "event: save_started",
                        "id: " + position,
                        "event: save_completed",
                        "event: query_started",
                        "event: query_completed");
        assertThat(lines).noneMatch(line -> line.contains("other"));
        assertThat(lines)
                .anyMatch(line -> line.startsWith("data: {") && line.contains("\"query\":\"sky\""));
        api.close();
        stream.join();
    }

    @Test
    void extractionThatFailsIsToldOnceWithItsText() {
        CompletableFuture<Void> stream = listen(MEMORY + "/events");
        await().until(() -> lines.contains(": listening"));
        model.does(
                "extract_memories",
                prompt -> {
                    throw new LanguageModelException("503 from the provider");
                });

        client.post(MEMORY + "/extract", "{\"content\":\"two facts. in one\"}");

        await().until(() -> lines.contains("event: extract_failed"));
        assertThat(lines)
                .filteredOn(line -> line.contains("\"type\":\"extract_failed\""))
                .singleElement()
                .asString()
                .contains("two facts. in one", "503 from the provider");
        api.close();
        stream.join();
    }

    @Test
    void aModelThatFailsIsToldOnceAndTheQueryIsAnswered() {
        CompletableFuture<Void> stream = listen(MEMORY + "/events");
        await().until(() -> lines.contains(": listening"));
        model.does(
                ScriptedModel.ANALYSIS,
                prompt -> {
                    throw new LanguageModelException("503 from the provider");
                });

        client.post(MEMORY + "/recall", "{\"query\":\"" + DeepServerTest.LONG + "\",\"limit\":7}");

        await().until(() -> lines.contains("event: query_completed"));
        assertThat(lines)
                .containsSubsequence(
                        "event: query_started",
                        "event: query_model_failed",
                        "event: query_completed")
                .doesNotContain("event: query_failed");
        assertThat(lines)
                .filteredOn(line -> line.contains("\"type\":\"query_model_failed\""))
                .singleElement()
                .asString()
                .contains(
                        DeepServerTest.LONG,
                        "\"step\":\"query_analysis\"",
                        "\"reason\":\"model_failed\"",
                        "503 from the provider");
        api.close();
        stream.join();
    }

    @Test
    void whatAnAgentRetrievesForATaskIsToldAndReadingLeavesNothingInTheLog() {
        client.post(
                MEMORY + "/records",
                "{\"records\":[{\"content\":\"the blue sky\"},{\"content\":\"%s\"},{\"content\":\"%s\"}]}"
                        .formatted("a long sky ".repeat(5_900), "a wide sky ".repeat(5_900)));
        CompletableFuture<Void> stream = listen(MEMORY + "/events");
        await().until(() -> lines.contains(": listening"));
        int written = memory.appended().size();

        client.post(MEMORY + "/recall", "{\"query\":\"blue sky\",\"task_id\":\"task-7\"}");

        await().until(() -> lines.contains("event: retrieval_completed"));
        assertThat(lines)
                .containsSubsequence(
                        "event: retrieval_started",
                        "event: query_started",
                        "event: query_completed",
                        "event: retrieval_completed");
        assertThat(lines)
                .filteredOn(line -> line.contains("\"type\":\"retrieval_completed\""))
                .singleElement()
                .asString()
                .contains(
                        "\"task_id\":\"task-7\"",
                        "\"memory_content\":\"- the blue sky\\n- a ",
                        "\"retrieval_time_ms\":",
                        "\"left_off\":1");
        assertThat(client.get("/metrics").text()).contains("alluvium_retrievals_seconds_count 1");
        assertThat(memory.appended()).hasSize(written);
        api.close();
        stream.join();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/recall",
                "/search",
                "/turns/search",
                "/graph/search",
                "/tools/recall",
                "/tools/search_nodes"
            })
    void everySearchIsTold(String path) {
        CompletableFuture<Void> stream = listen(MEMORY + "/events");
        await().until(() -> lines.contains(": listening"));

        client.post(MEMORY + path, "{\"query\":\"sky\"}");

        await().until(() -> lines.contains("event: query_completed"));
        assertThat(lines)
                .filteredOn(line -> line.contains("\"type\":\"query_"))
                .hasSize(2)
                .allSatisfy(line -> assertThat(line).contains("\"query\":\"sky\"", "\"limit\":"));
        memory.unavailable(true);
        client.post(MEMORY + path, "{\"query\":\"sky\"}");
        await().until(() -> lines.contains("event: query_failed"));
        api.close();
        stream.join();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/recall",
                "/search",
                "/turns/search",
                "/graph/search",
                "/tools/recall",
                "/tools/search_nodes"
            })
    void aSearchThatCannotBeEmbeddedIsToldOnceWithItsText(String path) {
        CompletableFuture<Void> stream = listen(MEMORY + "/events");
        await().until(() -> lines.contains(": listening"));
        embedderIsAway = true;

        Reply reply = client.post(MEMORY + path, "{\"query\":\"the sky\"}");
        embedderIsAway = false;
        client.post(MEMORY + "/search", "{\"query\":\"later\"}");

        await().until(() -> lines.contains("event: query_completed"));
        assertThat(reply.status()).isEqualTo(503);
        assertThat(reply.text()).contains("embedding model m cannot be reached");
        assertThat(lines)
                .filteredOn(line -> line.contains("\"type\":\"query_failed\""))
                .singleElement()
                .asString()
                .contains("the sky", "embedding model m cannot be reached");
        api.close();
        stream.join();
    }

    @Test
    void aFailedSearchIsToldToo() {
        CompletableFuture<Void> stream = listen(MEMORY + "/events");
        await().until(() -> lines.contains(": listening"));
        memory.unavailable(true);

        client.post(MEMORY + "/recall", "{\"query\":\"sky\"}");

        await().until(() -> lines.contains("event: query_failed"));
        api.close();
        stream.join();
    }

    @Test
    void aSaveThatTheLogDoesNotTakeIsToldOnceWithItsText() {
        CompletableFuture<Void> stream = listen(MEMORY + "/events");
        await().until(() -> lines.contains(": listening"));
        memory.failAppends(new AppendFailedException("the log is away", null));

        client.post(MEMORY + "/records", "{\"records\":[{\"content\":\"the sky\"}]}");

        await().until(() -> lines.contains("event: save_failed"));
        assertThat(lines)
                .filteredOn(line -> line.contains("\"type\":\"save_failed\""))
                .singleElement()
                .asString()
                .contains("the sky", "the log is away");
        api.close();
        stream.join();
    }

    @Test
    void changesOfTheGraphAreToldAndWhatFailsIsNamed() {
        CompletableFuture<Void> stream = listen(MEMORY + "/events");
        await().until(() -> lines.contains(": listening"));

        client.post(
                MEMORY + "/graph/entities",
                "{\"entities\":[{\"name\":\"Ann\",\"observations\":[{\"id\":\"f\",\"content\":\"sings\"}]}]}");
        client.post(MEMORY + "/graph/facts/f/invalidate", "{}");
        client.post(MEMORY + "/graph/entities/Ann/aliases", "{\"alias\":\"Anna\"}");
        client.post(
                MEMORY + "/graph/relations",
                "{\"relations\":[{\"source\":\"Ann\",\"type\":\"works_at\",\"target\":\"Acme\"}]}");
        client.delete(MEMORY + "/graph/facts/f");

        await().until(() -> lines.contains("event: facts_deleted"));
        assertThat(lines)
                .containsSubsequence(
                        "event: save_started",
                        "event: facts_stated",
                        "event: fact_revised",
                        "event: entity_identified",
                        "event: save_failed",
                        "event: facts_deleted");
        assertThat(lines)
                .anySatisfy(
                        line ->
                                assertThat(line)
                                        .contains(
                                                "\"save_failed\"", "Ann works at Acme", "unknown"));
        api.close();
        stream.join();
    }

    @Test
    void whatAnImportOfAGraphLeavesOutIsNamed() {
        CompletableFuture<Void> stream = listen(MEMORY + "/events");
        await().until(() -> lines.contains(": listening"));

        client.post(
                "/v1/import?app=app&user=user",
                """
                {"entity":{"name":"Ann","observations":[{"id":"f","content":"sings"}]}}
                {"observation":{"entity":"Ann","id":"f","content":"says something else"}}
                {"observation":{"entity":"Ann","content":"dances"}}
                """);

        await().until(() -> lines.contains("event: facts_stated"));
        assertThat(lines)
                .anySatisfy(
                        line ->
                                assertThat(line)
                                        .contains("\"values\":[\"Ann: says something else\"]")
                                        .contains("\"refused\"", "already names a fact"));
        api.close();
        stream.join();
    }

    @Test
    void streamsDoNotStarveRequests() {
        int streams = settings().threads() / 2;
        for (int i = 0; i < streams; i++) {
            listen(MEMORY + "/events");
        }
        await().until(() -> lines.stream().filter(": listening"::equals).count() == streams);

        assertThat(client.get(MEMORY + "/events").status()).isEqualTo(503);
        assertThat(client.get("/healthz").status()).isEqualTo(200);
    }

    @Override
    LanguageModel model() {
        return model;
    }

    @Override
    ApiSettings settings() {
        return super.settings().withThreads(32).withEmbedded(new Embedded(true, true));
    }

    @Override
    QueryEmbedder embedder() {
        return QueryEmbedder.of(
                TestingMemory.EMBEDDER,
                (query, limit) -> {
                    if (embedderIsAway) {
                        throw new EmbeddingException("embedding model m cannot be reached", null);
                    }
                    return new float[] {1, 0};
                });
    }

    private CompletableFuture<Void> listen(String path) {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + api.port() + path))
                        .header("Accept", "text/event-stream")
                        .build();
        return HttpClient.newHttpClient()
                .sendAsync(request, BodyHandlers.ofInputStream())
                .thenApply(HttpResponse::body)
                .thenAcceptAsync(this::read, task -> new Thread(task).start());
    }

    private void read(InputStream stream) {
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            reader.lines().forEach(lines::add);
        } catch (IOException | UncheckedIOException e) {
            lines.add("ended: " + e.getMessage());
        }
    }
}
