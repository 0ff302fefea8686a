package dev.alluvium.cli.endtoend;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** One memory of a running server, asked as any HTTP client would. */
final class Memory {

    /** Longer than a server waits for the log, so that it is the server who gives up. */
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final HttpClient http =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(Duration.ofSeconds(2))
                    .build();
    private final String url;

    Memory(String server, String app, String user) {
        url = server + "/v1/memories/" + new MemoryId(app, user).key();
    }

    /** An answer, whatever its status. */
    record Answer(int status, HttpHeaders headers, JsonNode body) {}

    /** Sends a request; {@code headers} are names and values in turn. */
    Answer send(String method, String path, String body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(url + path))
                        .timeout(TIMEOUT)
                        .method(
                                method,
                                body == null
                                        ? BodyPublishers.noBody()
                                        : BodyPublishers.ofString(body));
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        if (headers.length > 0) {
            request.headers(headers);
        }
        HttpResponse<byte[]> response = http.send(request.build(), BodyHandlers.ofByteArray());
        return new Answer(
                response.statusCode(),
                response.headers(),
                response.body().length == 0 ? Json.object() : Json.parse(response.body()));
    }

    /** Status and body as they came. */
    String text(String method, String path, String body) throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(url + path)).timeout(TIMEOUT);
        if (body == null) {
            request.GET();
        } else {
            request.header("Content-Type", "application/json")
                    .method(method, BodyPublishers.ofString(body));
        }
        HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
        return response.statusCode() + " " + response.body();
    }

    JsonNode get(String path, String... headers) throws IOException, InterruptedException {
        return expect(send("GET", path, null, headers));
    }

    JsonNode post(String path, String body) throws IOException, InterruptedException {
        return expect(send("POST", path, body));
    }

    /** Remembers one record and waits until it is applied. */
    JsonNode remember(String view, String record) throws IOException, InterruptedException {
        return post("/records?wait=true" + view, "{\"records\":[" + record + "]}");
    }

    List<String> recalled(String view, String query) throws IOException, InterruptedException {
        List<String> contents = new ArrayList<>();
        for (JsonNode match : post("/recall" + view, query).path("matches")) {
            contents.add(match.at("/record/content").asText());
        }
        return contents;
    }

    /** All rows of an export: records, then turns, then the graph. */
    List<JsonNode> export(String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(url + "/export?include_private=true"))
                        .timeout(TIMEOUT);
        if (headers.length > 0) {
            request.headers(headers);
        }
        HttpResponse<Stream<String>> response = http.send(request.build(), BodyHandlers.ofLines());
        if (response.statusCode() != 200) {
            throw new AssertionError("export answered " + response.statusCode());
        }
        try (Stream<String> lines = response.body()) {
            return lines.map(line -> Json.parse(line.getBytes(StandardCharsets.UTF_8))).toList();
        }
    }

    private static JsonNode expect(Answer answer) {
        if (answer.status() >= 300) {
            throw new AssertionError(answer.status() + ": " + answer.body());
        }
        return answer.body();
    }
}
