package dev.alluvium.cli.processes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.configuration.MemorySize;

/** Asks a JobManager about its one job, over Flink's REST interface. */
final class JobManagerClient {

    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final String CAUSED_BY = "Caused by:";

    private final HttpClient http = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
    private final String url;

    JobManagerClient(String url) {
        this.url = url;
    }

    /**
     * The job as the JobManager sees it.
     *
     * @param state in Flink's words, such as RUNNING
     * @param tasks how many it has
     * @param running how many of them run
     */
    record Job(String id, String state, int tasks, int running) {

        boolean isRunning() {
            return state.equals("RUNNING") && tasks > 0 && running == tasks;
        }
    }

    /** The newest job; empty before it is submitted. */
    Optional<Job> job() throws IOException, InterruptedException {
        Job newest = null;
        long started = Long.MIN_VALUE;
        for (JsonNode job : get("/jobs/overview").path("jobs")) {
            if (job.path("start-time").asLong() > started) {
                started = job.path("start-time").asLong();
                newest =
                        new Job(
                                job.path("jid").asText(),
                                job.path("state").asText(),
                                job.at("/tasks/total").asInt(),
                                job.at("/tasks/running").asInt());
            }
        }
        return Optional.ofNullable(newest);
    }

    /** The ids of the TaskManagers that have registered and not been lost since. */
    Set<String> taskManagers() throws IOException, InterruptedException {
        Set<String> ids = new HashSet<>();
        get("/taskmanagers").path("taskmanagers").forEach(one -> ids.add(one.path("id").asText()));
        return ids;
    }

    /** Where the job's newest checkpoint lies, its own or the one it was started from. */
    Optional<String> checkpoint(Job job) throws IOException, InterruptedException {
        JsonNode latest = get("/jobs/" + job.id() + "/checkpoints").path("latest");
        for (String kind : new String[] {"completed", "restored"}) {
            String path = latest.path(kind).path("external_path").asText("");
            if (!path.isEmpty()) {
                return Optional.of(path);
            }
        }
        return Optional.empty();
    }

    /**
     * Takes a checkpoint and waits until it is complete.
     *
     * @throws IOException if it fails or is not complete in time
     */
    void takeCheckpoint(Job job, Duration limit) throws IOException, InterruptedException {
        String path = "/jobs/" + job.id() + "/checkpoints";
        String trigger = send("POST", path, "{}").path("request-id").asText();
        long deadline = System.nanoTime() + limit.toNanos();
        while (true) {
            JsonNode answer = get(path + "/" + trigger);
            if (answer.at("/status/id").asText().equals("COMPLETED")) {
                Optional<String> failure = failure(answer);
                if (failure.isEmpty()) {
                    return;
                }
                throw new IOException(failure.get());
            }
            if (System.nanoTime() > deadline) {
                throw new IOException("not complete after " + limit);
            }
            Thread.sleep(POLL.toMillis());
        }
    }

    /**
     * What became of a savepoint: both are null while it is being taken.
     *
     * @param path where it lies
     * @param failure why there is none
     */
    record Taken(Path path, String failure) {}

    /**
     * Asks for a savepoint in Flink's canonical format, which every parallelism and state backend
     * reads.
     *
     * @param end whether the job ends with it; its checkpoints stay
     * @return by which it is asked for
     */
    String startSavepoint(Job job, Path directory, boolean end)
            throws IOException, InterruptedException {
        ObjectNode body = Json.object();
        body.put("target-directory", directory.toUri().toString());
        body.put("cancel-job", end);
        body.put("formatType", "CANONICAL");
        return send("POST", "/jobs/" + job.id() + "/savepoints", body.toString())
                .path("request-id")
                .asText();
    }

    Taken savepoint(Job job, String request) throws IOException, InterruptedException {
        JsonNode answer = get("/jobs/" + job.id() + "/savepoints/" + request);
        if (!answer.at("/status/id").asText().equals("COMPLETED")) {
            return new Taken(null, null);
        }
        String location = answer.at("/operation/location").asText("");
        return location.isEmpty()
                ? new Taken(null, failure(answer).orElse("it gave no reason"))
                : new Taken(Path.of(URI.create(location)), null);
    }

    /** How far the checkpoint or savepoint is that is being taken; empty if none is. */
    Optional<String> progress(Job job) throws IOException, InterruptedException {
        for (JsonNode one : get("/jobs/" + job.id() + "/checkpoints").path("history")) {
            if (one.path("status").asText().equals("IN_PROGRESS")) {
                return Optional.of(
                        "%d of %d tasks, %s"
                                .formatted(
                                        one.path("num_acknowledged_subtasks").asInt(),
                                        one.path("num_subtasks").asInt(),
                                        new MemorySize(one.path("state_size").asLong())
                                                .toHumanReadableString()));
            }
        }
        return Optional.empty();
    }

    /** The innermost cause, which is where Flink puts what a person can act on. */
    private static Optional<String> failure(JsonNode answer) {
        JsonNode cause = answer.at("/operation/failure-cause");
        if (cause.isMissingNode() || cause.isNull()) {
            return Optional.empty();
        }
        String innermost = cause.path("class").asText("it failed");
        for (String line : cause.path("stack-trace").asText("").split("\n")) {
            if (line.startsWith(CAUSED_BY)) {
                innermost = line.substring(CAUSED_BY.length()).strip();
            }
        }
        return Optional.of(innermost);
    }

    /** Ends the job; what it has checkpointed stays, and its JobManager ends with it. */
    void cancel(Job job) throws IOException, InterruptedException {
        send("PATCH", "/jobs/" + job.id() + "?mode=cancel", null);
    }

    private JsonNode get(String path) throws IOException, InterruptedException {
        return send("GET", path, null);
    }

    private JsonNode send(String method, String path, String body)
            throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(url + path))
                        .timeout(TIMEOUT)
                        .header("Content-Type", "application/json")
                        .method(
                                method,
                                body == null
                                        ? BodyPublishers.noBody()
                                        : BodyPublishers.ofString(body))
                        .build();
        HttpResponse<byte[]> response = http.send(request, BodyHandlers.ofByteArray());
        if (response.statusCode() >= 300) {
            throw new IOException(
                    "%s %s answered %d".formatted(method, url + path, response.statusCode()));
        }
        return response.body().length == 0 ? Json.object() : Json.parse(response.body());
    }
}
