package dev.alluvium.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.cli.broker.EmbeddedBroker;
import dev.alluvium.cli.endtoend.Answers.Question;
import dev.alluvium.cli.serve.QueryLayer;
import dev.alluvium.job.option.Settings;
import dev.alluvium.state.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Savepoints that releases wrote, below {@code savepoints/}, are restored by today's job and answer
 * as they did. {@code -Dalluvium.savepoint.write=v0.2} writes one of this release; run it before a
 * release, and never change an older one.
 */
class UpgradeITCase {

    private static final Path STORED = Path.of("src/test/resources/savepoints");
    private static final int MEMORIES = 2;

    /**
     * A savepoint and what belongs to it.
     *
     * @param ends the offset of the next command, by partition of the log
     */
    record Stored(Map<Integer, Long> ends, List<Asked> answers) {}

    /** A question, and how the release answered it. */
    record Asked(Question question, String answer) {}

    @TempDir Path directory;

    static Stream<Path> releases() throws IOException {
        try (Stream<Path> releases = Files.list(STORED)) {
            return releases.sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("releases")
    void stateOfEveryReleaseRestores(Path release) throws Exception {
        Stored stored =
                Json.MAPPER.readValue(
                        release.resolve("answers.json").toFile(), new TypeReference<Stored>() {});
        try (EmbeddedBroker broker = broker()) {
            String kafka = broker.bootstrapServers();
            LogEnds.advance(kafka, stored.ends());
            Settings settings = JobCluster.settings(kafka);
            try (QueryLayer api = QueryLayer.start(settings);
                    JobCluster cluster = start(settings, kafka, savepoint(release))) {
                String url = "http://127.0.0.1:" + api.port();
                cluster.awaitReady(url);
                FilledMemories memories = new FilledMemories(url, MEMORIES);

                for (Asked asked : stored.answers()) {
                    assertKept(
                            Answers.ask(memories, asked.question()),
                            asked.answer(),
                            asked.question());
                }
                memories.continueFilling("today");
                assertThat(memories.memory(0).get("/records/today").path("content").asText())
                        .contains("said in today");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("releases")
    void aLogThatIsNotThatOfTheSavepointEndsTheJobWithTheReason(Path release) throws Exception {
        try (EmbeddedBroker broker = broker()) {
            String kafka = broker.bootstrapServers();
            assertThat(reason(kafka, savepoint(release)))
                    .contains("the log there ends at 0: it is another log, or lost its end");
        }
    }

    @Test
    void aLogThatWasCutEndsAJobWithoutStateWithTheReason() throws Exception {
        try (EmbeddedBroker broker = broker()) {
            String kafka = broker.bootstrapServers();
            LogEnds.advance(kafka, Map.of(2, 7L));
            assertThat(reason(kafka, null))
                    .contains(
                            "without state for partition 2", "first 7 commands", "accept_log_gap");
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "alluvium.savepoint.write", matches = "v.+")
    void writesTheSavepointOfThisRelease() throws Exception {
        Path release = STORED.resolve(System.getProperty("alluvium.savepoint.write"));
        try (EmbeddedBroker broker = broker()) {
            String kafka = broker.bootstrapServers();
            Settings settings = JobCluster.settings(kafka);
            try (QueryLayer api = QueryLayer.start(settings);
                    JobCluster cluster = start(settings, kafka, null)) {
                String url = "http://127.0.0.1:" + api.port();
                cluster.awaitReady(url);
                FilledMemories memories = new FilledMemories(url, MEMORIES);
                memories.fill();
                Instant moment = Instant.now();
                Awaitility.await().until(() -> Instant.now().isAfter(moment.plusMillis(5)));
                memories.continueFilling("second");
                memories.revise();
                List<Asked> answers = new ArrayList<>();
                Answers.few(memories, moment.plusMillis(2))
                        .forEach((question, answer) -> answers.add(new Asked(question, answer)));
                Path taken = cluster.stopWithSavepoint(directory.resolve("taken"));
                Files.createDirectories(release);
                Files.writeString(
                        release.resolve("answers.json"),
                        Json.MAPPER
                                .writerWithDefaultPrettyPrinter()
                                .writeValueAsString(new Stored(LogEnds.of(kafka), answers)));
                Files.move(taken, release.resolve("savepoint"));
            }
        }
    }

    /** What a release answered is answered still; a later one may say more. */
    private static void assertKept(String actual, String stored, Question question) {
        List<String> lines = actual.lines().toList();
        List<String> storedLines = stored.lines().toList();
        assertThat(lines).as("%s", question).hasSameSizeAs(storedLines);
        for (int i = 0; i < lines.size(); i++) {
            JsonNode was = json(storedLines.get(i));
            assertThat(lines.get(i))
                    .as("%s", question)
                    .matches(line -> contains(json(line), was), "contains " + was);
        }
    }

    /** The first line has the status before it. */
    private static JsonNode json(String line) {
        return Json.parse(
                line.replaceFirst("^200 (?=[{\\[])", "").getBytes(StandardCharsets.UTF_8));
    }

    private static boolean contains(JsonNode now, JsonNode was) {
        if (was.isObject()) {
            return was.properties().stream()
                    .allMatch(
                            field ->
                                    now.has(field.getKey())
                                            && contains(now.get(field.getKey()), field.getValue()));
        }
        if (was.isArray()) {
            return now.size() == was.size()
                    && IntStream.range(0, was.size())
                            .allMatch(i -> contains(now.get(i), was.get(i)));
        }
        return now.equals(was);
    }

    private EmbeddedBroker broker() throws InterruptedException {
        EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("kafka"), 0);
        JobCluster.createTopics(broker.bootstrapServers());
        return broker;
    }

    private static String savepoint(Path release) {
        return release.resolve("savepoint").toAbsolutePath().toString();
    }

    private JobCluster start(Settings settings, String kafka, String savepoint) throws Exception {
        return JobCluster.start(settings, kafka, directory.resolve("flink"), 2, savepoint);
    }

    /** Why a job ends for good. */
    private String reason(String kafka, String savepoint) throws Exception {
        try (JobCluster cluster = start(JobCluster.settings(kafka), kafka, savepoint)) {
            JobResult result = cluster.end().get(60, TimeUnit.SECONDS);
            Throwable reason =
                    result.getSerializedThrowable()
                            .orElseThrow()
                            .deserializeError(getClass().getClassLoader());
            while (reason.getCause() != null) {
                reason = reason.getCause();
            }
            return reason.getMessage();
        }
    }
}
