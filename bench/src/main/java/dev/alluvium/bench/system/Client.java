package dev.alluvium.bench.system;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.state.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Iterator;

/** A caller of the HTTP API that takes the time and refuses every answer but a good one. */
public final class Client {

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String base;

    public Client(int port) {
        base = "http://127.0.0.1:" + port;
    }

    /**
     * An answer and its size, the time from the request to its last byte, and the core time this
     * process used meanwhile: for everything, the caller included.
     */
    public record Timed(JsonNode body, int bytes, double millis, double coreMillis) {
        double perSecond(long items) {
            return items / millis * 1_000;
        }

        double coreMicrosEach(long items) {
            return coreMillis / items * 1_000;
        }
    }

    /** Imports and waits until everything is applied. */
    public Timed importAll(byte[] body, long rows) throws IOException, InterruptedException {
        return accepted(importBody(BodyPublishers.ofByteArray(body)), rows);
    }

    /** As {@link #importAll(byte[], long)}, of lines that are made meanwhile. */
    public Timed importAll(Iterator<byte[]> lines, long rows)
            throws IOException, InterruptedException {
        return accepted(importBody(BodyPublishers.ofInputStream(() -> new Lines(lines))), rows);
    }

    /** As {@link #importAll(byte[], long)}, of a file of lines or of columns. */
    Timed importFile(Path file, boolean asColumns, long rows)
            throws IOException, InterruptedException {
        String type = asColumns ? "application/vnd.apache.arrow.stream" : "application/x-ndjson";
        return accepted(importBody(BodyPublishers.ofFile(file), type), rows);
    }

    public Timed post(String user, String path, JsonNode body)
            throws IOException, InterruptedException {
        return send(
                request("/v1/memories/bench/" + user + path)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofByteArray(Json.bytes(body))));
    }

    public Timed get(String user, String path) throws IOException, InterruptedException {
        return send(request("/v1/memories/bench/" + user + path).GET());
    }

    private Timed importBody(BodyPublisher body) throws IOException, InterruptedException {
        return importBody(body, "application/x-ndjson");
    }

    private Timed importBody(BodyPublisher body, String type)
            throws IOException, InterruptedException {
        return send(
                request("/v1/import?wait=true&timeout=PT1H")
                        .header("Content-Type", type)
                        .POST(body));
    }

    private static Timed accepted(Timed answer, long rows) {
        if (answer.body().get("accepted").asLong() != rows) {
            throw new IllegalStateException("not all " + rows + " taken: " + answer.body());
        }
        return answer;
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(base + path));
    }

    private Timed send(HttpRequest.Builder request) throws IOException, InterruptedException {
        long core = Measures.coreNanos();
        long start = System.nanoTime();
        HttpResponse<byte[]> response = http.send(request.build(), BodyHandlers.ofByteArray());
        double millis = (System.nanoTime() - start) / 1e6;
        double coreMillis = (Measures.coreNanos() - core) / 1e6;
        JsonNode body = Json.parse(response.body());
        if (response.statusCode() >= 300) {
            throw new IllegalStateException(response.statusCode() + ": " + body);
        }
        return new Timed(body, response.body().length, millis, coreMillis);
    }
}
