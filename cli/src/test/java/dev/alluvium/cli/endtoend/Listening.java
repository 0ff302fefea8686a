package dev.alluvium.cli.endtoend;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.json.Json;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** Follows the events of a memory as a browser does. */
final class Listening implements AutoCloseable {

    private static final String DATA = "data:";

    private final List<JsonNode> events = new CopyOnWriteArrayList<>();
    private final Stream<String> lines;

    private Listening(Stream<String> lines) {
        this.lines = lines;
        Thread reader = new Thread(this::read, "events");
        reader.setDaemon(true);
        reader.start();
    }

    /** Listens from now on. */
    static Listening to(String server, String app, String user) throws Exception {
        URI uri = URI.create(server + "/v1/memories/" + new MemoryId(app, user).key() + "/events");
        HttpResponse<Stream<String>> response =
                HttpClient.newHttpClient()
                        .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofLines());
        if (response.statusCode() != 200) {
            throw new AssertionError("events answered " + response.statusCode());
        }
        return new Listening(response.body());
    }

    private void read() {
        try {
            lines.filter(line -> line.startsWith(DATA))
                    .map(line -> line.substring(DATA.length()).getBytes(StandardCharsets.UTF_8))
                    .map(Json::parse)
                    .forEach(events::add);
        } catch (UncheckedIOException e) {
            // The connection is closed, by whoever listened or because the server is gone.
            return;
        }
    }

    /** The first event of a kind. */
    JsonNode await(String type, Duration limit) {
        return await(type, limit, event -> true);
    }

    /** The first event of a kind that is as it should be. */
    JsonNode await(String type, Duration limit, Predicate<JsonNode> isWanted) {
        return Awaitility.await("event " + type)
                .atMost(limit)
                .until(
                        () ->
                                events.stream()
                                        .filter(event -> is(event, type) && isWanted.test(event))
                                        .findFirst()
                                        .orElse(null),
                        event -> event != null);
    }

    long count(String type) {
        return events.stream().filter(event -> is(event, type)).count();
    }

    private static boolean is(JsonNode event, String type) {
        return event.path("type").asText().equals(type);
    }

    @Override
    public void close() {
        lines.close();
    }
}
