package dev.alluvium.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.state.json.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster of processes as it starts from the packaged program, stops, and continues. */
class ClusterITCase {

    private static final String[] OPTIONS = {
        "--taskmanagers", "2", "--query-apis", "2", "--port", "0", "--set", "embedder=none"
    };

    /** Enough that both TaskManagers own some. */
    private static final int MEMORIES = 8;

    private static final Pattern METRIC = Pattern.compile("\\b(http|jvm|process)_[a-z_]+");

    private Cluster cluster;

    @BeforeEach
    void start(@TempDir Path data) {
        cluster = new Cluster(data);
    }

    @AfterEach
    void down() throws Exception {
        cluster.down();
    }

    @Test
    void whatOneQueryApiWritesTheOthersReadAndTheNextStartContinues() throws Exception {
        cluster.up(OPTIONS);
        JsonNode processes = cluster.status(0);
        assertThat(processes).hasSize(6).allMatch(process -> process.path("healthy").asBoolean());
        writeThroughOneAndReadThroughTheOther(processes);
        assertThat(missingMetrics(Cluster.address(processes, "query-api-1"))).isEmpty();

        Cluster.kill(processes, "query-api-2");
        assertThat(Cluster.process(cluster.status(1), "query-api-2").path("healthy").asBoolean())
                .isFalse();
        assertThat(cluster.up(OPTIONS)).contains("query-api-1    runs already");
        assertThat(Cluster.address(cluster.status(0), "query-api-2"))
                .isEqualTo(Cluster.address(processes, "query-api-2"));

        assertThat(cluster.down())
                .doesNotContain("no last checkpoint")
                .contains("broker         stopped");
        assertThat(cluster.status(3)).isEmpty();

        cluster.up(OPTIONS);
        processes = cluster.status(0);
        assertThat(restoredCheckpoints(Cluster.address(processes, "jobmanager"))).isEqualTo(1);
        for (int i = 0; i < MEMORIES; i++) {
            assertThat(
                            memory(processes, "query-api-2", i)
                                    .get("/records")
                                    .at("/records/0/content")
                                    .asText())
                    .isEqualTo("fact of " + i);
        }
    }

    private void writeThroughOneAndReadThroughTheOther(JsonNode processes) throws Exception {
        List<String> positions = new ArrayList<>();
        for (int i = 0; i < MEMORIES; i++) {
            JsonNode written =
                    memory(processes, "query-api-1", i)
                            .post(
                                    "/records",
                                    "{\"records\":[{\"content\":\"fact of %d\"}]}".formatted(i));
            positions.add(written.path("position").asText());
        }
        for (int i = 0; i < MEMORIES; i++) {
            JsonNode read =
                    memory(processes, "query-api-2", i)
                            .get("/records", "Alluvium-Position", positions.get(i));
            assertThat(read.path("total").asInt()).as("records of memory %d", i).isEqualTo(1);
        }
    }

    /** How many checkpoints the job was started from, as Flink counts. */
    private static int restoredCheckpoints(String url) throws Exception {
        String job = get(url + "/jobs").at("/jobs/0/id").asText();
        return get(url + "/jobs/" + job + "/checkpoints").at("/counts/restored").asInt();
    }

    private static JsonNode get(String url) throws Exception {
        return Json.parse(text(url).getBytes(StandardCharsets.UTF_8));
    }

    private static String text(String url) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url)).build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
    }

    /** The names in the dashboard that a query-api does not have. */
    private static List<String> missingMetrics(String url) throws Exception {
        String scraped = text(url + "/metrics");
        List<String> missing = new ArrayList<>();
        Matcher metric =
                METRIC.matcher(
                        Files.readString(Path.of("../docker/grafana/dashboards/alluvium.json")));
        while (metric.find()) {
            if (!scraped.contains("\n" + metric.group())) {
                missing.add(metric.group());
            }
        }
        return missing;
    }

    private static Memory memory(JsonNode processes, String api, int number) {
        return new Memory(Cluster.address(processes, api), "cluster", "user-" + number);
    }
}
