package dev.alluvium.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.cli.broker.EmbeddedBroker;
import dev.alluvium.cli.serve.QueryLayer;
import dev.alluvium.job.option.Settings;
import dev.alluvium.state.json.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the dashboard and the guide for operators say to watch is there to be watched. */
class MetricsITCase {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private static final Pattern OURS = Pattern.compile("\\b(?:alluvium|http|jvm|process)_[a-z_]+");

    /** Named as Flink's reporter for Prometheus names them. */
    private static final Pattern FLINKS =
            Pattern.compile(
                    "\\bflink_(?:jobmanager|taskmanager)_(?:job_(?:task_(?:operator_)?)?)?(\\w+)");

    @TempDir Path directory;

    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    void everyMetricThatIsNamedExists() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("kafka"), 0)) {
            String kafka = broker.bootstrapServers();
            JobCluster.createTopics(kafka);
            Settings settings = JobCluster.settings(kafka);
            try (QueryLayer api = QueryLayer.start(settings);
                    JobCluster cluster =
                            JobCluster.start(
                                    settings, kafka, directory.resolve("flink"), 1, null)) {
                String url = "http://127.0.0.1:" + api.port();
                cluster.awaitReady(url);
                new FilledMemories(url, 1).fill();

                String ours = text(url + "/metrics");
                for (String file :
                        new String[] {
                            "../docs/operations.md", "../docker/grafana/dashboards/alluvium.json"
                        }) {
                    String text = Files.readString(Path.of(file));
                    assertThat(named(OURS, 0, text))
                            .as(file)
                            .isNotEmpty()
                            .allSatisfy(metric -> assertThat(ours).contains("\n" + metric));
                    // Some are there once a task has run for a while.
                    Awaitility.await()
                            .atMost(LIMIT)
                            .untilAsserted(
                                    () ->
                                            assertThat(flinks(cluster.restUrl()))
                                                    .as(file)
                                                    .containsAll(named(FLINKS, 1, text)));
                    assertThat(named(FLINKS, 1, text)).as(file).hasSizeGreaterThan(5);
                }
            }
        }
    }

    private static Set<String> named(Pattern pattern, int group, String text) {
        Set<String> names = new TreeSet<>();
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            names.add(matcher.group(group));
        }
        return names;
    }

    /** All that Flink counts, without what it belongs to. */
    private Set<String> flinks(String rest) throws Exception {
        Set<String> names = new HashSet<>();
        String job = json(rest + "/jobs").at("/jobs/0/id").asText();
        add(names, rest + "/jobs/" + job + "/metrics");
        add(names, rest + "/taskmanagers/metrics");
        for (JsonNode vertex : json(rest + "/jobs/" + job).path("vertices")) {
            add(
                    names,
                    rest
                            + "/jobs/"
                            + job
                            + "/vertices/"
                            + vertex.path("id").asText()
                            + "/subtasks/metrics");
        }
        return names;
    }

    private void add(Set<String> names, String url) throws Exception {
        for (JsonNode metric : json(url)) {
            String id = metric.path("id").asText();
            names.add(id.replace('.', '_'));
            names.add(id.substring(id.lastIndexOf('.') + 1));
        }
    }

    private JsonNode json(String url) throws Exception {
        return Json.parse(text(url).getBytes(StandardCharsets.UTF_8));
    }

    private String text(String url) throws Exception {
        return http.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString())
                .body();
    }
}
