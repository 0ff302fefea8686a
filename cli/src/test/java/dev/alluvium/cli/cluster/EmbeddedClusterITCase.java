package dev.alluvium.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.alluvium.cli.broker.EmbeddedBroker;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedClusterITCase {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int WORDS = 10;

    /** Longer than any test, so that a checkpoint is taken only when a test asks for one. */
    private static final Duration NEVER = Duration.ofHours(1);

    @TempDir static Path brokerDirectory;
    private static EmbeddedBroker broker;

    @TempDir Path directory;
    private String topic;

    @BeforeAll
    static void startBroker() {
        broker = EmbeddedBroker.start(brokerDirectory, 0);
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @BeforeEach
    void createTopic(TestInfo test) throws Exception {
        CountingJob.reset();
        topic = test.getTestMethod().orElseThrow().getName();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            admin.createTopics(List.of(new NewTopic(topic, 2, (short) 1)))
                    .all()
                    .get(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void aCleanRestartContinuesWithoutReadingTheLogAgain() throws Exception {
        try (EmbeddedCluster cluster = start()) {
            assertThat(submit(cluster)).isEmpty();
            send(300);
            awaitTotal(300);
        }
        CountingJob.reset();
        try (EmbeddedCluster cluster = start()) {
            assertThat(submit(cluster)).isPresent();
            send(100);
            awaitTotal(400);

            assertThat(CountingJob.counts()).isEqualTo(counts(400));
            assertThat(CountingJob.applied()).isEqualTo(100);
            assertThat(cluster.restarts()).isZero();
            assertThat(cluster.failure()).isNotDone();
        }
    }

    @Test
    void aKilledProcessContinuesFromItsNewestCompleteCheckpoint() throws Exception {
        EmbeddedCluster killed = start();
        submit(killed);
        send(300);
        awaitTotal(300);
        Path complete = Path.of(URI.create(checkpoint(killed)));
        send(200);
        awaitTotal(500);
        killed.stop();
        Path unfinished = Files.createDirectory(complete.resolveSibling("chk-99"));
        Files.writeString(unfinished.resolve("0a1b2c3d"), "half a state file");
        Files.writeString(directory.resolve("tmp/flink-rpc-left-behind.jar"), "");
        Files.createDirectories(directory.resolve("rocksdb/job_left_behind/db"));

        CountingJob.reset();
        try (EmbeddedCluster cluster = start()) {
            assertThat(directory.resolve("tmp/flink-rpc-left-behind.jar")).doesNotExist();
            assertThat(directory.resolve("rocksdb/job_left_behind")).doesNotExist();

            assertThat(submit(cluster)).contains(complete);
            awaitTotal(500);
            assertThat(CountingJob.applied()).isEqualTo(200);
            send(100);
            awaitTotal(600);
            assertThat(CountingJob.counts()).isEqualTo(counts(600));
        }
    }

    @Test
    void olderJobsAreDeletedOnceTheNewOneHasACheckpointAndStateStaysWhole() throws Exception {
        try (EmbeddedCluster cluster = start()) {
            submit(cluster);
            send(200);
            awaitTotal(200);
        }
        List<Path> before = jobs();
        assertThat(before).hasSize(1);

        CountingJob.reset();
        EmbeddedCluster second = start();
        submit(second);
        assertThat(jobs()).containsAll(before);
        checkpoint(second);
        await().atMost(PATIENCE).until(() -> before.stream().noneMatch(Files::exists));
        second.stop();

        CountingJob.reset();
        try (EmbeddedCluster third = start()) {
            submit(third);
            send(100);
            awaitTotal(300);
            assertThat(CountingJob.counts()).isEqualTo(counts(300));
        }
    }

    @Test
    void aTaskThatFailsIsRestartedAndNothingIsCountedTwice() throws Exception {
        try (EmbeddedCluster cluster = start()) {
            submit(cluster);
            send(100);
            awaitTotal(100);
            checkpoint(cluster);

            CountingJob.failNext();
            send(100);
            awaitTotal(200);

            assertThat(CountingJob.counts()).isEqualTo(counts(200));
            assertThat(cluster.restarts()).isEqualTo(1);
            assertThat(cluster.failure()).isNotDone();
        }
    }

    @Test
    void saysWhyAJobCannotStart() throws Exception {
        Path broken =
                Files.createDirectories(
                        directory.resolve("checkpoints/0123456789abcdef0123456789abcdef/chk-7"));
        Files.writeString(broken.resolve("_metadata"), "no checkpoint at all");
        try (EmbeddedCluster cluster = start()) {
            assertThat(cluster.submit(graph(cluster))).contains(broken);

            assertThatThrownBy(() -> cluster.awaitRunning(PATIENCE))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("the job failed to start")
                    .hasMessageContaining(broken.toString());
            assertThat(cluster.failure()).succeedsWithin(PATIENCE);
        }
        assertThat(broken.resolve("_metadata")).exists();
    }

    @Test
    void runsOneJob() throws Exception {
        try (EmbeddedCluster cluster = start()) {
            assertThatThrownBy(cluster::triggerCheckpoint).hasMessageContaining("submit one first");
            submit(cluster);

            assertThatThrownBy(() -> cluster.submit(graph(cluster)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("already runs");
        }
    }

    private EmbeddedCluster start() {
        return EmbeddedCluster.start(
                new ClusterSettings(
                        directory.resolve("checkpoints"),
                        directory.resolve("rocksdb"),
                        directory.resolve("tmp"),
                        2,
                        64 << 20,
                        NEVER));
    }

    private StreamGraph graph(EmbeddedCluster cluster) {
        return CountingJob.graph(cluster.environment(), broker.bootstrapServers(), topic);
    }

    private Optional<Path> submit(EmbeddedCluster cluster) throws InterruptedException {
        Optional<Path> start = cluster.submit(graph(cluster));
        cluster.awaitRunning(PATIENCE);
        return start;
    }

    private static String checkpoint(EmbeddedCluster cluster) throws Exception {
        return cluster.triggerCheckpoint().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    private static void awaitTotal(long total) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(CountingJob.total()).isEqualTo(total));
    }

    private void send(int count) {
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(
                        Map.of("bootstrap.servers", broker.bootstrapServers()),
                        new StringSerializer(),
                        new StringSerializer())) {
            for (int i = 0; i < count; i++) {
                String word = word(i);
                producer.send(new ProducerRecord<>(topic, word, word));
            }
        }
    }

    /**
     * Every count that is sent is a multiple of the number of words, so each word has an equal
     * share.
     */
    private static Map<String, Long> counts(int total) {
        return IntStream.range(0, WORDS)
                .boxed()
                .collect(Collectors.toMap(EmbeddedClusterITCase::word, i -> (long) total / WORDS));
    }

    private static String word(int i) {
        return "word" + i % WORDS;
    }

    private List<Path> jobs() throws IOException {
        try (Stream<Path> entries = Files.list(directory.resolve("checkpoints"))) {
            return entries.toList();
        }
    }
}
