package dev.alluvium.bench.soak;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Locale;

/** What Flink says of the memory that bounds RocksDB's caches and write buffers. */
final class ManagedMemory {

    private static final String METRICS =
            "/metrics?get=Status.Flink.Memory.Managed.Used,Status.Flink.Memory.Managed.Total";

    private static final int ATTEMPTS = 30;
    private static final long PAUSE_MILLIS = 1_000;

    private final HttpClient http = HttpClient.newHttpClient();
    private final String jobManager;

    /**
     * @param jobManager where its REST interface answers
     */
    ManagedMemory(String jobManager) {
        this.jobManager = jobManager;
    }

    /** Of each TaskManager, in bytes: used, which RocksDB has taken as its bound, and total. */
    ObjectNode toJson() throws IOException, InterruptedException {
        ObjectNode json = Json.object();
        for (JsonNode manager : get("/taskmanagers").path("taskmanagers")) {
            String id = manager.path("id").asText();
            json.set(id, figures("/taskmanagers/" + id + METRICS));
        }
        return json;
    }

    /** The first question has the figures fetched, later ones see them. */
    private ObjectNode figures(String path) throws IOException, InterruptedException {
        ObjectNode json = Json.object();
        for (int i = 0; json.isEmpty() && i < ATTEMPTS; i++) {
            for (JsonNode metric : get(path)) {
                String name = metric.path("id").asText();
                json.put(
                        name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT),
                        metric.path("value").asLong());
            }
            if (json.isEmpty()) {
                Thread.sleep(PAUSE_MILLIS);
            }
        }
        return json;
    }

    private JsonNode get(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(jobManager + path)).build();
        return Json.parse(http.send(request, BodyHandlers.ofByteArray()).body());
    }
}
