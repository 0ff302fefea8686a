package dev.alluvium.cli.cluster;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.HeartbeatManagerOptions;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.RpcOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.state.rocksdb.RocksDBConfigurableOptions;
import org.apache.flink.state.rocksdb.RocksDBOptions;

/**
 * What an {@link EmbeddedCluster} is given: its places on disk and its share of the machine.
 *
 * @param checkpoints where checkpoints are kept from one process to the next
 * @param rocksdb working state of the running tasks; this cluster's alone, emptied when it starts
 * @param temporary other working files; this cluster's alone, emptied when it starts
 * @param slots how many parallel tasks of one operator fit
 * @param managedMemoryBytes what RocksDB may take outside the heap, over all slots
 * @param checkpointInterval how much of the log a killed process has to read again
 */
public record ClusterSettings(
        Path checkpoints,
        Path rocksdb,
        Path temporary,
        int slots,
        long managedMemoryBytes,
        Duration checkpointInterval) {

    public static final Duration DEFAULT_CHECKPOINT_INTERVAL = Duration.ofSeconds(10);

    /**
     * Below this RocksDB spends its time flushing: a slot needs a block cache and a few write
     * buffers.
     */
    private static final long MIN_MANAGED_BYTES_PER_SLOT = 16L << 20;

    /**
     * How long a record may wait in a half-filled network buffer; Flink's 100 ms would be most of a
     * write's latency.
     */
    private static final Duration BUFFER_TIMEOUT = Duration.ofMillis(2);

    private static final Duration MIN_CHECKPOINT_PAUSE = Duration.ofSeconds(1);
    private static final Duration MAX_RESTART_DELAY = Duration.ofSeconds(5);
    private static final Duration RESTARTED_WELL = Duration.ofMinutes(1);
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(60);

    public ClusterSettings {
        checkpoints = Objects.requireNonNull(checkpoints, "checkpoints").toAbsolutePath();
        rocksdb = Objects.requireNonNull(rocksdb, "rocksdb").toAbsolutePath();
        temporary = Objects.requireNonNull(temporary, "temporary").toAbsolutePath();
        if (slots < 1) {
            throw new IllegalArgumentException(
                    "slots %d is below 1: the job needs one at least".formatted(slots));
        }
        if (managedMemoryBytes < slots * MIN_MANAGED_BYTES_PER_SLOT) {
            throw new IllegalArgumentException(
                    "managed memory of %d bytes is less than %d MiB for each of %d slots: give more, or use fewer slots"
                            .formatted(
                                    managedMemoryBytes, MIN_MANAGED_BYTES_PER_SLOT >> 20, slots));
        }
        Objects.requireNonNull(checkpointInterval, "checkpointInterval");
        if (checkpointInterval.compareTo(MIN_CHECKPOINT_PAUSE) < 0) {
            throw new IllegalArgumentException(
                    "checkpoint interval %s is below %s: checkpoints would do nothing but follow each other"
                            .formatted(checkpointInterval, MIN_CHECKPOINT_PAUSE));
        }
    }

    /** The settings of the cluster and of every job in it; a new copy each time. */
    public Configuration configuration() {
        Configuration configuration = new Configuration();
        state(configuration);
        checkpointing(configuration);
        privacy(configuration);
        configuration.set(CoreOptions.DEFAULT_PARALLELISM, slots);
        configuration.set(CoreOptions.TMP_DIRS, temporary.toString());
        configuration.set(ExecutionOptions.BUFFER_TIMEOUT, BUFFER_TIMEOUT);
        // A failed task comes back at once; a task that fails again and again does not take a core
        // with it. Several faults in a row must not add up to a long one: what ran well for a while
        // begins anew.
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "exponential-delay");
        configuration.set(
                RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_INITIAL_BACKOFF,
                Duration.ofMillis(200));
        configuration.set(
                RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_MAX_BACKOFF,
                MAX_RESTART_DELAY);
        configuration.set(
                RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_RESET_BACKOFF_THRESHOLD,
                RESTARTED_WELL);
        // All parts stall together when this JVM does: a long pause must not look like a dead peer.
        configuration.set(HeartbeatManagerOptions.HEARTBEAT_TIMEOUT, Duration.ofMinutes(2));
        configuration.set(RpcOptions.ASK_TIMEOUT_DURATION, CALL_TIMEOUT);
        return configuration;
    }

    private void state(Configuration configuration) {
        configuration.set(StateBackendOptions.STATE_BACKEND, "rocksdb");
        configuration.set(RocksDBOptions.LOCAL_DIRECTORIES, rocksdb.toString());
        // Each turn and record asks first whether it is known, and mostly it is not: the filters
        // say
        // so without reading a file.
        configuration.set(RocksDBConfigurableOptions.USE_BLOOM_FILTER, true);
        configuration.set(
                TaskManagerOptions.MANAGED_MEMORY_SIZE, new MemorySize(managedMemoryBytes));
    }

    private void checkpointing(Configuration configuration) {
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY, checkpoints.toUri().toString());
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, checkpointInterval);
        configuration.set(CheckpointingOptions.MIN_PAUSE_BETWEEN_CHECKPOINTS, MIN_CHECKPOINT_PAUSE);
        configuration.set(
                CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE,
                CheckpointingMode.EXACTLY_ONCE);
        configuration.set(CheckpointingOptions.INCREMENTAL_CHECKPOINTS, true);
        configuration.set(CheckpointingOptions.MAX_RETAINED_CHECKPOINTS, 2);
        // A checkpoint that fails (a full disk) costs replay, not the job: restarting it would not
        // free the disk.
        configuration.set(CheckpointingOptions.TOLERABLE_FAILURE_NUMBER, Integer.MAX_VALUE);
        // Closing the cluster counts as a cancellation, and any other retention deletes the
        // checkpoints with it.
        configuration.set(
                CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
                ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
    }

    /**
     * Flink opens ports even inside one JVM, without asking who calls: they stay on the loopback
     * interface.
     */
    static void privacy(Configuration configuration) {
        String loopback = "127.0.0.1";
        configuration.set(RestOptions.ADDRESS, loopback);
        configuration.set(RestOptions.BIND_ADDRESS, loopback);
        configuration.set(RestOptions.BIND_PORT, "0");
        configuration.set(JobManagerOptions.BIND_HOST, loopback);
        configuration.set(TaskManagerOptions.BIND_HOST, loopback);
    }
}
