package dev.alluvium.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * Asks one server. What is not a success is thrown: {@link ServerProblemException} for an answer
 * that says why, {@link ServerUnreachableException} where no answer came. Any thread may use it.
 */
public final class ApiClient {

    /** Says how far a memory has applied the log. */
    public static final String POSITION_HEADER = "Alluvium-Position";

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(60);

    private final URI server;
    private final HttpClient http =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(CONNECT_TIMEOUT)
                    .build();

    /** {@code server} is {@code http://host:port}, with or without a path before {@code /v1}. */
    public ApiClient(URI server) {
        if (server.getHost() == null || server.getScheme() == null) {
            throw new IllegalArgumentException(
                    "\"" + server + "\" is not a server's URL such as http://127.0.0.1:7654");
        }
        String text = server.toString();
        this.server = URI.create(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
    }

    public URI server() {
        return server;
    }

    /** The path of something in a memory. */
    public static String path(MemoryId memory, String rest) {
        return "/v1/memories/" + memory.key() + rest;
    }

    public JsonNode get(String path) throws IOException, InterruptedException {
        return json(send(request(path, ANSWER_TIMEOUT).GET().build()));
    }

    /** Asks with a timeout of its own and gives the whole answer. */
    public HttpResponse<byte[]> get(String path, Duration timeout)
            throws IOException, InterruptedException {
        return send(request(path, timeout).GET().build());
    }

    public JsonNode post(String path, JsonNode body) throws IOException, InterruptedException {
        return post(
                path,
                "application/json",
                BodyPublishers.ofByteArray(Json.bytes(body)),
                ANSWER_TIMEOUT);
    }

    public JsonNode post(String path, String contentType, BodyPublisher body, Duration timeout)
            throws IOException, InterruptedException {
        HttpRequest request =
                request(path, timeout).header("Content-Type", contentType).POST(body).build();
        return json(send(request));
    }

    /** The body of an answer of any length, to be read and closed by the caller. */
    public InputStream stream(String path) throws IOException, InterruptedException {
        HttpRequest request = request(path, ANSWER_TIMEOUT).GET().build();
        HttpResponse<InputStream> response;
        try {
            response = http.send(request, BodyHandlers.ofInputStream());
        } catch (IOException e) {
            throw new ServerUnreachableException(server, e);
        }
        if (response.statusCode() >= 300) {
            try (InputStream body = response.body()) {
                throw new ServerProblemException(
                        response.statusCode(), response.headers(), body.readAllBytes());
            }
        }
        return response.body();
    }

    /** Asks without waiting; whatever the answer's status, it is given. */
    public CompletableFuture<HttpResponse<byte[]>> ask(String path, Duration timeout) {
        return http.sendAsync(request(path, timeout).GET().build(), BodyHandlers.ofByteArray());
    }

    private HttpResponse<byte[]> send(HttpRequest request)
            throws IOException, InterruptedException {
        HttpResponse<byte[]> response;
        try {
            response = http.send(request, BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw new ServerUnreachableException(server, e);
        }
        if (response.statusCode() >= 300) {
            throw new ServerProblemException(
                    response.statusCode(), response.headers(), response.body());
        }
        return response;
    }

    private static JsonNode json(HttpResponse<byte[]> response) {
        return Json.parse(response.body());
    }

    private HttpRequest.Builder request(String path, Duration timeout) {
        return HttpRequest.newBuilder(URI.create(server + path)).timeout(timeout);
    }
}
