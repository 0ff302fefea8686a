package dev.alluvium.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.cli.broker.EmbeddedBroker;
import dev.alluvium.cli.endtoend.Answers.Question;
import dev.alluvium.cli.serve.QueryLayer;
import dev.alluvium.job.option.Settings;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The job stopped with a savepoint and started from it with more and with fewer subtasks. */
class RescaleITCase {

    /** Enough for every subtask to own some. */
    private static final int MEMORIES = 6;

    @TempDir Path directory;

    private final List<Instant> moments = new ArrayList<>();

    @Test
    void answersDoNotDependOnTheParallelismTheyWereWrittenOrAreReadAt() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("kafka"), 0)) {
            Settings settings = JobCluster.settings(broker.bootstrapServers());
            JobCluster.createTopics(broker.bootstrapServers());
            try (QueryLayer api = QueryLayer.start(settings)) {
                String url = url(api);
                FilledMemories memories = new FilledMemories(url, MEMORIES);
                Map<Question, String> asked;
                List<JsonNode> keyed = new ArrayList<>();
                Path atTwo;
                try (JobCluster two = start(settings, broker, 2, null)) {
                    two.awaitReady(url);
                    memories.fill();
                    moments.add(now());
                    memories.continueFilling("second");
                    memories.revise();
                    moments.add(now());
                    for (int i = 0; i < MEMORIES; i++) {
                        keyed.add(FilledMemories.keyed(memories.memory(i)));
                    }
                    asked = Answers.of(memories, moments);
                    asked.forEach(
                            (question, answer) ->
                                    assertThat(answer).as("%s", question).startsWith("200 "));
                    atTwo = two.stopWithSavepoint(directory.resolve("savepoints"));
                }
                JsonNode pending = FilledMemories.pending(unread(url));
                Path atThree;
                try (JobCluster three = start(settings, broker, 3, atTwo.toString())) {
                    three.awaitReady(url);
                    Answers.assertSame(Answers.of(memories, moments), asked);
                    assertKeysAreKnown(settings, keyed);
                    try (QueryLayer fresh = QueryLayer.start(settings)) {
                        JobCluster.awaitApi(url(fresh));
                        assertThat(FilledMemories.pending(unread(url(fresh)))).isEqualTo(pending);
                    }
                    memories.continueFilling("third");
                    moments.add(now());
                    asked = Answers.of(memories, moments);
                    atThree = three.stopWithSavepoint(directory.resolve("savepoints"));
                }
                try (JobCluster one = start(settings, broker, 1, atThree.toString())) {
                    one.awaitReady(url);
                    Answers.assertSame(Answers.of(memories, moments), asked);
                    assertKeysAreKnown(settings, keyed);
                    memories.continueFilling("fourth");
                    moments.add(now());
                    asked = Answers.of(memories, moments);
                }
                try (JobCluster anew = start(settings, broker, 2, null)) {
                    anew.awaitReady(url);
                    Answers.assertSame(Answers.of(memories, moments), asked);
                }
            }
        }
    }

    /** One beside those that are compared. */
    private static Memory unread(String url) {
        return new FilledMemories(url, MEMORIES).memory(MEMORIES);
    }

    /** A query layer that has not seen the writes has only the state to know them by. */
    private static void assertKeysAreKnown(Settings settings, List<JsonNode> first)
            throws Exception {
        try (QueryLayer fresh = QueryLayer.start(settings)) {
            String url = url(fresh);
            JobCluster.awaitApi(url);
            FilledMemories memories = new FilledMemories(url, MEMORIES);
            for (int i = 0; i < MEMORIES; i++) {
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

    private static String url(QueryLayer api) {
        return "http://127.0.0.1:" + api.port();
    }

    /** A time after all that is written and before all that will be. */
    private static Instant now() {
        Instant now = Instant.now();
        Awaitility.await().until(() -> Instant.now().isAfter(now.plusMillis(5)));
        return now.plusMillis(2);
    }
}
