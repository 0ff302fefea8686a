package dev.alluvium.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.cli.broker.EmbeddedBroker;
import dev.alluvium.cli.serve.QueryLayer;
import dev.alluvium.job.option.AlluviumOptions;
import dev.alluvium.job.option.Settings;
import dev.alluvium.job.topic.Topics;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The job stopped with a savepoint and started from it with more and with fewer subtasks. */
class RescaleITCase {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir Path directory;

    private final List<Instant> moments = new ArrayList<>();

    @Test
    void answersDoNotDependOnTheParallelismTheyWereWrittenOrAreReadAt() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("kafka"), 0)) {
            Settings settings = settings(broker.bootstrapServers());
            Topics.ensure(
                    broker.bootstrapServers(),
                    Stream.concat(
                                    Topics.all(4, Optional.empty()).stream(),
                                    Stream.of(Topics.endpoints()))
                            .toList(),
                    LIMIT);
            try (QueryLayer api = QueryLayer.start(settings)) {
                String url = url(api);
                FilledMemories memories = new FilledMemories(url);
                Map<String, String> asked;
                List<JsonNode> keyed = new ArrayList<>();
                Path atTwo;
                try (JobCluster two = start(settings, broker, 2, null)) {
                    awaitReady(two, url);
                    memories.fill();
                    moments.add(now());
                    memories.continueFilling("second");
                    memories.revise();
                    moments.add(now());
                    for (int i = 0; i < FilledMemories.COUNT; i++) {
                        keyed.add(FilledMemories.keyed(memories.memory(i)));
                    }
                    asked = Answers.of(memories, moments);
                    asked.forEach(
                            (question, answer) ->
                                    assertThat(answer).as(question).startsWith("200 "));
                    atTwo = two.stopWithSavepoint(directory.resolve("savepoints"));
                }
                JsonNode pending = FilledMemories.pending(unread(url));
                Path atThree;
                try (JobCluster three = start(settings, broker, 3, atTwo.toString())) {
                    awaitReady(three, url);
                    Answers.assertSame(Answers.of(memories, moments), asked);
                    assertKeysAreKnown(settings, keyed);
                    try (QueryLayer fresh = QueryLayer.start(settings)) {
                        Awaitility.await().atMost(LIMIT).until(() -> isReady(url(fresh)));
                        assertThat(FilledMemories.pending(unread(url(fresh)))).isEqualTo(pending);
                    }
                    memories.continueFilling("third");
                    moments.add(now());
                    asked = Answers.of(memories, moments);
                    atThree = three.stopWithSavepoint(directory.resolve("savepoints"));
                }
                try (JobCluster one = start(settings, broker, 1, atThree.toString())) {
                    awaitReady(one, url);
                    Answers.assertSame(Answers.of(memories, moments), asked);
                    assertKeysAreKnown(settings, keyed);
                    memories.continueFilling("fourth");
                    moments.add(now());
                    asked = Answers.of(memories, moments);
                }
                try (JobCluster anew = start(settings, broker, 2, null)) {
                    awaitReady(anew, url);
                    Answers.assertSame(Answers.of(memories, moments), asked);
                }
            }
        }
    }

    /** One beside those that are compared. */
    private static Memory unread(String url) {
        return new FilledMemories(url).memory(FilledMemories.COUNT);
    }

    /** A query layer that has not seen the writes has only the state to know them by. */
    private static void assertKeysAreKnown(Settings settings, List<JsonNode> first)
            throws Exception {
        try (QueryLayer fresh = QueryLayer.start(settings)) {
            String url = url(fresh);
            Awaitility.await().atMost(LIMIT).until(() -> isReady(url));
            FilledMemories memories = new FilledMemories(url);
            for (int i = 0; i < FilledMemories.COUNT; i++) {
                assertThat(FilledMemories.keyed(memories.memory(i))).isEqualTo(first.get(i));
            }
        }
    }

    private JobCluster start(
            Settings settings, EmbeddedBroker broker, int parallelism, String savepoint)
            throws Exception {
        return JobCluster.start(
                settings,
                broker.bootstrapServers(),
                directory.resolve("flink"),
                parallelism,
                savepoint);
    }

    private static Settings settings(String kafka) {
        return Settings.of(
                null,
                Map.of(),
                Map.of(
                        AlluviumOptions.KAFKA.key(), kafka,
                        AlluviumOptions.PORT.key(), "0",
                        AlluviumOptions.EMBEDDER.key(), "none",
                        AlluviumOptions.STATE_SERVER_PORTS.key(), "0",
                        AlluviumOptions.STATE_SERVER_BIND_HOST.key(), "127.0.0.1",
                        AlluviumOptions.STATE_SERVER_ADVERTISED_HOST.key(), "127.0.0.1",
                        AlluviumOptions.STATE_SERVER_SECRET.key(), "secret of this test"));
    }

    private static String url(QueryLayer api) {
        return "http://127.0.0.1:" + api.port();
    }

    private static void awaitReady(JobCluster cluster, String url) {
        Awaitility.await()
                .atMost(LIMIT)
                .until(
                        () -> {
                            assertThat(cluster.end()).isNotDone();
                            return isReady(url);
                        });
    }

    private static boolean isReady(String url) throws Exception {
        HttpRequest ready = HttpRequest.newBuilder(URI.create(url + "/readyz")).build();
        return HttpClient.newHttpClient().send(ready, BodyHandlers.discarding()).statusCode()
                == 200;
    }

    /** A time after all that is written and before all that will be. */
    private static Instant now() {
        Instant now = Instant.now();
        Awaitility.await().until(() -> Instant.now().isAfter(now.plusMillis(5)));
        return now.plusMillis(2);
    }
}
