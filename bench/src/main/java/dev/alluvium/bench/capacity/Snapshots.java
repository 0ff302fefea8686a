package dev.alluvium.bench.capacity;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.bench.system.Measures;
import dev.alluvium.state.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;

/** Has a job's state written out, and reads how large it is and how long that took. */
final class Snapshots {

    private static final long POLL_MILLIS = 200;
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private final HttpClient http = HttpClient.newHttpClient();
    private final String jobManager;

    Snapshots(String jobManager) {
        this.jobManager = jobManager;
    }

    /**
     * One snapshot of the state.
     *
     * @param bytes of the state that it stands for
     * @param writtenBytes of those, what had to be written
     */
    record Snapshot(long bytes, long writtenBytes, long millis) {}

    /** A savepoint in the format without RocksDB's own files: each row once, as it is. */
    Snapshot savepoint(Path directory) throws IOException, InterruptedException {
        ObjectNode body =
                Json.object()
                        .put("target-directory", directory.toUri().toString())
                        .put("formatType", "CANONICAL");
        long start = System.nanoTime();
        JsonNode done = awaited("/savepoints", body);
        if (done.at("/operation/location").isMissingNode()) {
            throw new IllegalStateException("no savepoint was taken: " + done);
        }
        long bytes = Measures.bytesUnder(directory);
        return new Snapshot(bytes, bytes, (System.nanoTime() - start) / 1_000_000);
    }

    /** A checkpoint as it is taken all the time: of what changed since the one before. */
    Snapshot checkpoint() throws IOException, InterruptedException {
        ObjectNode body = Json.object().put("checkpointType", "CONFIGURED");
        long id = awaited("/checkpoints", body).at("/operation/checkpointId").asLong();
        String path = "/jobs/" + job() + "/checkpoints/details/" + id;
        JsonNode details = get(path);
        // What the JobManager answers is some seconds old.
        long deadline = deadline();
        while (!details.path("status").asText().equals("COMPLETED")) {
            pause(deadline);
            details = get(path);
        }
        return new Snapshot(
                details.path("state_size").asLong(),
                details.path("checkpointed_size").asLong(),
                details.path("end_to_end_duration").asLong());
    }

    private JsonNode awaited(String path, JsonNode body) throws IOException, InterruptedException {
        String at = "/jobs/" + job() + path;
        String request = post(at, body).path("request-id").asText();
        long deadline = deadline();
        while (true) {
            JsonNode status = get(at + "/" + request);
            if (status.at("/status/id").asText().equals("COMPLETED")) {
                return status;
            }
            pause(deadline);
        }
    }

    private static long deadline() {
        return System.nanoTime() + LIMIT.toNanos();
    }

    private static void pause(long deadline) throws InterruptedException {
        if (System.nanoTime() > deadline) {
            throw new IllegalStateException("no snapshot after " + LIMIT);
        }
        Thread.sleep(POLL_MILLIS);
    }

    private String job() throws IOException, InterruptedException {
        for (JsonNode job : get("/jobs").path("jobs")) {
            if (job.path("status").asText().equals("RUNNING")) {
                return job.path("id").asText();
            }
        }
        throw new IllegalStateException("no job runs at " + jobManager);
    }

    private JsonNode get(String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create(jobManager + path)));
    }

    private JsonNode post(String path, JsonNode body) throws IOException, InterruptedException {
        return send(
                HttpRequest.newBuilder(URI.create(jobManager + path))
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofByteArray(Json.bytes(body))));
    }

    private JsonNode send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return Json.parse(http.send(request.build(), BodyHandlers.ofByteArray()).body());
    }
}
