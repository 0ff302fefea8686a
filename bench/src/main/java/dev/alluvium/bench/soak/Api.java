package dev.alluvium.bench.soak;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import dev.alluvium.state.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** The query-apis of a cluster, asked as any HTTP client would. */
final class Api {

    static final String APP = "soak";

    private static final String POSITION = "Alluvium-Position";
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final HttpClient http =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(Duration.ofSeconds(2))
                    .build();
    private final List<String> bases;

    Api(List<String> bases) {
        this.bases = bases;
    }

    int count() {
        return bases.size();
    }

    /**
     * An answer, whatever its status.
     *
     * @param seen the position it tells, or null
     */
    record Answer(int status, JsonNode body, Position seen, double millis) {
        boolean isDone() {
            return status < 300;
        }
    }

    /**
     * Sends a request about a memory.
     *
     * @param number of the query-api that is asked
     * @param body null for none
     * @param atLeast the position that the answer must have seen, or null
     */
    Answer send(
            int number, String method, String user, String path, JsonNode body, Position atLeast)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                request(number, "/v1/memories/" + new MemoryId(APP, user).key() + path);
        if (atLeast != null) {
            request.header(POSITION, atLeast.toString());
        }
        return send(request, method, body);
    }

    /** Sends a write that is done once for its key. */
    Answer once(int number, String user, String path, JsonNode body, String key)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                request(number, "/v1/memories/" + new MemoryId(APP, user).key() + path);
        return send(request.header("Idempotency-Key", key), "POST", body);
    }

    /** Asks about no memory. */
    JsonNode get(int number, String path) throws IOException, InterruptedException {
        return send(request(number, path), "GET", null).body();
    }

    /** All rows of a memory. */
    List<JsonNode> export(int number, String user) throws IOException, InterruptedException {
        HttpRequest request =
                request(
                                number,
                                "/v1/memories/"
                                        + new MemoryId(APP, user).key()
                                        + "/export?include_private=true")
                        .build();
        HttpResponse<Stream<String>> response = http.send(request, BodyHandlers.ofLines());
        try (Stream<String> lines = response.body()) {
            if (response.statusCode() != 200) {
                throw new IOException("the export answered " + response.statusCode());
            }
            return lines.map(line -> Json.parse(line.getBytes(StandardCharsets.UTF_8))).toList();
        }
    }

    private HttpRequest.Builder request(int number, String path) {
        return HttpRequest.newBuilder(URI.create(bases.get(number) + path)).timeout(TIMEOUT);
    }

    private Answer send(HttpRequest.Builder request, String method, JsonNode body)
            throws IOException, InterruptedException {
        if (body == null) {
            request.method(method, BodyPublishers.noBody());
        } else {
            request.header("Content-Type", "application/json")
                    .method(method, BodyPublishers.ofByteArray(Json.bytes(body)));
        }
        long start = System.nanoTime();
        HttpResponse<byte[]> response = http.send(request.build(), BodyHandlers.ofByteArray());
        double millis = (System.nanoTime() - start) / 1e6;
        return new Answer(
                response.statusCode(),
                response.body().length == 0 ? Json.object() : Json.parse(response.body()),
                response.headers().firstValue(POSITION).map(Position::parse).orElse(null),
                millis);
    }
}
