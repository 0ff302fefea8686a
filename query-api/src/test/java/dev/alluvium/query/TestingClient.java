package dev.alluvium.query;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.state.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Sends requests to a server under test and reads answers as JSON. */
final class TestingClient {

    static final String MEMORY = "/v1/memories/app/user";

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final int port;

    TestingClient(int port) {
        this.port = port;
    }

    /** An answer: its status, headers and body. */
    record Reply(int status, HttpResponse<byte[]> response) {

        String text() {
            return new String(response.body(), StandardCharsets.UTF_8);
        }

        JsonNode json() {
            return Json.parse(response.body());
        }

        String header(String name) {
            return response.headers().firstValue(name).orElse(null);
        }
    }

    Reply get(String path, String... headers) {
        return send("GET", path, null, headers);
    }

    Reply post(String path, String body, String... headers) {
        return send("POST", path, body.getBytes(StandardCharsets.UTF_8), headers);
    }

    Reply patch(String path, String body, String... headers) {
        return send("PATCH", path, body.getBytes(StandardCharsets.UTF_8), headers);
    }

    Reply delete(String path, String... headers) {
        return send("DELETE", path, null, headers);
    }

    Reply send(String method, String path, byte[] body, String... headers) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                        .timeout(Duration.ofSeconds(30))
                        .method(
                                method,
                                body == null
                                        ? BodyPublishers.noBody()
                                        : BodyPublishers.ofByteArray(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            HttpResponse<byte[]> response = exchange(request.build());
            return new Reply(response.statusCode(), response);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * A connection that the server closes just as it is used again breaks without an answer; as
     * other clients do, this one then takes a new connection. A request that itself breaks the
     * connection breaks that one too.
     */
    private HttpResponse<byte[]> exchange(HttpRequest request)
            throws IOException, InterruptedException {
        try {
            return http.send(request, BodyHandlers.ofByteArray());
        } catch (HttpTimeoutException e) {
            throw e;
        } catch (IOException e) {
            return http.send(request, BodyHandlers.ofByteArray());
        }
    }
}
