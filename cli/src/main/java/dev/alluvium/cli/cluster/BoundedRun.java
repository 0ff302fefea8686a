package dev.alluvium.cli.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.api.common.BatchShuffleMode;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.HeartbeatManagerOptions;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.state.rocksdb.RocksDBConfigurableOptions;
import org.apache.flink.state.rocksdb.RocksDBOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A Flink cluster in this JVM for one job that ends, with working files that go with it. */
public final class BoundedRun implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(BoundedRun.class);
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(60);
    private static final Duration LOOK_EVERY = Duration.ofMillis(500);

    private final Configuration configuration;
    private final Path working;
    private final MiniCluster flink;

    private BoundedRun(Configuration configuration, Path working, MiniCluster flink) {
        this.configuration = configuration;
        this.working = working;
        this.flink = flink;
    }

    /**
     * @param working for files that are written meanwhile; emptied now, gone at the end
     * @param slots how many parallel tasks of one operator fit
     * @param memoryBytes outside the heap: half of it to sort, half for RocksDB
     */
    public static BoundedRun start(Path working, int slots, long memoryBytes) throws IOException {
        Path files = working.toAbsolutePath();
        WorkingFiles.empty(files);
        Configuration configuration = configuration(files, slots, memoryBytes);
        MiniCluster flink =
                new MiniCluster(
                        new MiniClusterConfiguration.Builder()
                                .setConfiguration(configuration)
                                .setNumTaskManagers(1)
                                .setNumSlotsPerTaskManager(slots)
                                .withRandomPorts()
                                .build());
        try {
            flink.start();
        } catch (Exception e) {
            throw new IllegalStateException(
                    "the Flink cluster could not start: " + e.getMessage(), e);
        }
        return new BoundedRun(configuration, files, flink);
    }

    /** A new environment to build the job's graph in. */
    public StreamExecutionEnvironment environment() {
        return new StreamExecutionEnvironment(new Configuration(configuration));
    }

    /**
     * Runs the job to its end.
     *
     * @param meanwhile is run now and then until it has ended
     */
    public void execute(StreamGraph graph, Runnable meanwhile)
            throws IOException, InterruptedException {
        try {
            JobID job =
                    flink.submitJob(graph)
                            .get(CALL_TIMEOUT.toSeconds(), TimeUnit.SECONDS)
                            .getJobID();
            JobResult result = await(flink.requestJobResult(job), meanwhile);
            if (result.getSerializedThrowable().isPresent()) {
                Throwable failure =
                        result.getSerializedThrowable()
                                .get()
                                .deserializeError(BoundedRun.class.getClassLoader());
                throw new IOException(RunningJob.reason(failure), failure);
            }
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("the job was refused: " + RunningJob.reason(e), e);
        }
    }

    @Override
    public void close() {
        try {
            flink.closeAsync().get(CALL_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
            WorkingFiles.delete(working);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException | IOException e) {
            LOG.warn("working files may be left in {}: {}", working, RunningJob.reason(e));
        }
    }

    private static JobResult await(CompletableFuture<JobResult> end, Runnable meanwhile)
            throws InterruptedException, ExecutionException {
        while (true) {
            try {
                return end.get(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                meanwhile.run();
            }
        }
    }

    private static Configuration configuration(Path files, int slots, long memoryBytes) {
        Configuration configuration = new Configuration();
        ClusterSettings.privacy(configuration);
        configuration.set(CoreOptions.TMP_DIRS, files.toString());
        configuration.set(RocksDBOptions.LOCAL_DIRECTORIES, files.resolve("rocksdb").toString());
        configuration.set(RocksDBConfigurableOptions.USE_BLOOM_FILTER, true);
        configuration.set(
                RocksDBOptions.FIX_PER_SLOT_MEMORY_SIZE, new MemorySize(memoryBytes / 2 / slots));
        configuration.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, new MemorySize(memoryBytes / 2));
        configuration.set(CoreOptions.DEFAULT_PARALLELISM, slots);
        // Rows go from the reader to the sorters at once, without a copy of all of them between.
        configuration.set(
                ExecutionOptions.BATCH_SHUFFLE_MODE, BatchShuffleMode.ALL_EXCHANGES_PIPELINED);
        configuration.set(JobManagerOptions.SCHEDULER, JobManagerOptions.SchedulerType.Default);
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        configuration.set(HeartbeatManagerOptions.HEARTBEAT_TIMEOUT, Duration.ofMinutes(2));
        return configuration;
    }
}
