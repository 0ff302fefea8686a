package dev.alluvium.job;

import dev.alluvium.job.checkpoint.Recovery;
import dev.alluvium.job.kafka.KafkaAnnouncer;
import dev.alluvium.job.kafka.KafkaDecidedSaves;
import dev.alluvium.job.option.AlluviumOptions;
import dev.alluvium.job.option.Arguments;
import dev.alluvium.job.option.Settings;
import dev.alluvium.job.topic.TopicSpec;
import dev.alluvium.job.topic.Topics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.JobListener;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The main class of the job's jar, for {@code flink run} and for application mode. What belongs to
 * the cluster (parallelism, state backend, checkpoints) is taken from the cluster's configuration;
 * what belongs to Alluvium from {@code --options FILE}, the environment and arguments.
 */
public final class ClusterJob {

    private static final Logger LOG = LoggerFactory.getLogger(ClusterJob.class);
    private static final Duration TOPICS_TIMEOUT = Duration.ofSeconds(60);

    /**
     * How long a record may wait in a half-filled network buffer where the cluster does not say;
     * Flink's 100 ms would be most of a write's latency.
     */
    private static final Duration BUFFER_TIMEOUT = Duration.ofMillis(2);

    /** Options that say on one machine what the cluster's own configuration says here. */
    private static final List<ConfigOption<?>> THE_CLUSTERS =
            List.of(
                    AlluviumOptions.PARALLELISM,
                    AlluviumOptions.CHECKPOINT_INTERVAL,
                    AlluviumOptions.ROCKSDB_MEMORY);

    private ClusterJob() {}

    public static void main(String[] arguments) throws Exception {
        Settings settings = Arguments.settings(arguments, System.getenv());
        String kafka = settings.brokers();
        StreamExecutionEnvironment environment =
                StreamExecutionEnvironment.getExecutionEnvironment();
        ReadableConfig cluster = environment.getConfiguration();
        check(settings, environment, cluster);
        if (cluster.getOptional(ExecutionOptions.BUFFER_TIMEOUT).isEmpty()) {
            environment.setBufferTimeout(BUFFER_TIMEOUT.toMillis());
        }
        Topics.ensure(kafka, topics(settings), TOPICS_TIMEOUT);
        StreamGraph graph =
                MemoryJob.build(
                        environment,
                        kafka,
                        settings.get(AlluviumOptions.ACCEPT_LOG_GAP),
                        environment.getParallelism(),
                        settings.embedSettings(),
                        settings.memorySettings(
                                MemoryJob.NAME,
                                settings.serverSettings(
                                        KafkaAnnouncer.factory(kafka, Topics.ENDPOINTS, Map.of()))),
                        settings.decideSettings(
                                MemoryJob.NAME, KafkaDecidedSaves.source(kafka, Topics.COMMANDS)));
        graph.setJobName(MemoryJob.NAME);
        Optional<Recovery> recovery =
                settings.get(AlluviumOptions.RECOVER)
                        ? Recovery.of(cluster, MemoryJob.MEMORY_UID)
                        : Optional.empty();
        if (recovery.isPresent()) {
            recovery.get().prepare(environment);
            environment.registerJobListener(new Successor(recovery.get()));
        }
        environment.execute(graph);
    }

    private static List<TopicSpec> topics(Settings settings) {
        return Stream.concat(
                        Topics.all(
                                settings.get(AlluviumOptions.PARTITIONS),
                                Optional.of(settings.get(AlluviumOptions.LOG_RETENTION)))
                                .stream(),
                        Stream.of(Topics.endpoints()))
                .toList();
    }

    private static void check(
            Settings settings, StreamExecutionEnvironment environment, ReadableConfig cluster) {
        if (!environment.getCheckpointConfig().isCheckpointingEnabled()) {
            throw new IllegalStateException(
                    "the cluster takes no checkpoints, so a restart would lose all that the log no longer holds:"
                            + " set execution.checkpointing.interval in its configuration, for example to 10 s");
        }
        String backend = cluster.get(StateBackendOptions.STATE_BACKEND);
        if (!"rocksdb".equals(backend)) {
            LOG.warn(
                    "the state backend is {}: memories then have to fit into the heap; set state.backend.type: rocksdb",
                    backend);
        }
        if (cluster.getOptional(CheckpointingOptions.CHECKPOINTS_DIRECTORY).isEmpty()) {
            LOG.warn(
                    "no execution.checkpointing.dir is set: checkpoints end with the JobManager, and so does the state");
        }
        for (ConfigOption<?> option : THE_CLUSTERS) {
            if (!settings.source(option.key()).equals("default")) {
                LOG.warn(
                        "option {} ({}) has no effect here: the cluster's configuration says it",
                        option.key(),
                        settings.source(option.key()));
            }
        }
    }

    /** Clears up after earlier jobs once this one runs. */
    private record Successor(Recovery recovery) implements JobListener {

        @Override
        public void onJobSubmitted(JobClient job, Throwable failure) {
            if (job != null) {
                recovery.submitted(job);
            }
        }

        @Override
        public void onJobExecuted(JobExecutionResult result, Throwable failure) {
            // Whoever submitted the job is told by its own means.
        }
    }
}
