package dev.alluvium.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.cli.cluster.ClusterSettings;
import dev.alluvium.job.MemoryJob;
import dev.alluvium.job.kafka.KafkaAnnouncer;
import dev.alluvium.job.kafka.KafkaDecidedSaves;
import dev.alluvium.job.option.AlluviumOptions;
import dev.alluvium.job.option.Settings;
import dev.alluvium.job.topic.TopicSpec;
import dev.alluvium.job.topic.Topics;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobID;
import org.apache.flink.core.execution.RecoveryClaimMode;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.awaitility.Awaitility;

/**
 * The job on a Flink cluster in this JVM, reached as on any cluster: its subtasks announce their
 * state servers on the log's brokers.
 */
final class JobCluster implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** Longer than any test, so that only savepoints are taken. */
    private static final Duration NEVER = Duration.ofHours(1);

    private static final int PARTITIONS = 4;
    private static final long ROCKSDB_BYTES = 96L << 20;

    private final MiniCluster flink;
    private final JobID job;
    private final CompletableFuture<JobResult> end;

    private JobCluster(MiniCluster flink, JobID job) {
        this.flink = flink;
        this.job = job;
        this.end = flink.requestJobResult(job);
    }

    /**
     * @param settings with the brokers and the secret of the state servers
     * @param savepoint to start from, or null
     */
    static JobCluster start(
            Settings settings, String kafka, Path directory, int parallelism, String savepoint)
            throws Exception {
        ClusterSettings cluster =
                new ClusterSettings(
                        directory.resolve("checkpoints"),
                        directory.resolve("rocksdb"),
                        directory.resolve("tmp"),
                        parallelism,
                        ROCKSDB_BYTES,
                        NEVER);
        String registry = UUID.randomUUID().toString();
        StreamGraph graph =
                MemoryJob.build(
                        new StreamExecutionEnvironment(cluster.configuration()),
                        kafka,
                        false,
                        parallelism,
                        settings.embedSettings(),
                        settings.memorySettings(
                                registry,
                                settings.serverSettings(
                                        KafkaAnnouncer.factory(kafka, Topics.ENDPOINTS, Map.of()))),
                        settings.decideSettings(
                                registry, KafkaDecidedSaves.source(kafka, Topics.COMMANDS)));
        if (savepoint != null) {
            graph.setSavepointRestoreSettings(
                    SavepointRestoreSettings.forPath(savepoint, false, RecoveryClaimMode.NO_CLAIM));
        }
        MiniCluster flink =
                new MiniCluster(
                        new MiniClusterConfiguration.Builder()
                                .setConfiguration(cluster.configuration())
                                .setNumTaskManagers(1)
                                .setNumSlotsPerTaskManager(parallelism)
                                .withRandomPorts()
                                .build());
        flink.start();
        try {
            return new JobCluster(flink, get(flink.submitJob(graph)).getJobID());
        } catch (Exception | Error e) {
            flink.close();
            throw e;
        }
    }

    /** Where Flink answers questions about the job. */
    String restUrl() throws Exception {
        return get(flink.getRestAddress()).toString();
    }

    /** Why the job ended; completes when it has. */
    CompletableFuture<JobResult> end() {
        return end;
    }

    /** What the job and query layers are told: the state servers' secret among it. */
    static Settings settings(String kafka) {
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

    /** Creates all topics of a system whose log is kept for ever. */
    static void createTopics(String kafka) throws InterruptedException {
        List<TopicSpec> topics = new ArrayList<>(Topics.all(PARTITIONS, Optional.empty()));
        topics.add(Topics.endpoints());
        Topics.ensure(kafka, topics, LIMIT);
    }

    /** Waits until the query layer at {@code url} can ask every subtask of this job. */
    void awaitReady(String url) {
        Awaitility.await()
                .atMost(LIMIT)
                .until(
                        () -> {
                            assertThat(end).isNotDone();
                            return isReady(url);
                        });
    }

    static void awaitApi(String url) {
        Awaitility.await().atMost(LIMIT).until(() -> isReady(url));
    }

    private static boolean isReady(String url) throws Exception {
        HttpRequest ready = HttpRequest.newBuilder(URI.create(url + "/readyz")).build();
        return HttpClient.newHttpClient().send(ready, BodyHandlers.discarding()).statusCode()
                == 200;
    }

    /** Takes a savepoint and ends the job. Returns where it lies. */
    Path stopWithSavepoint(Path target) throws Exception {
        String taken =
                get(
                        flink.stopWithSavepoint(
                                job,
                                target.toUri().toString(),
                                false,
                                SavepointFormatType.CANONICAL));
        get(end);
        return Path.of(URI.create(taken));
    }

    private static <T> T get(CompletableFuture<T> answer) throws Exception {
        return answer.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        try {
            if (!end.isDone()) {
                get(flink.cancelJob(job));
                get(end);
            }
            flink.close();
        } catch (Exception e) {
            throw new IllegalStateException("the cluster did not end", e);
        }
    }
}
