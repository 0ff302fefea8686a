package dev.alluvium.cli.processes;

import dev.alluvium.cli.cluster.ClusterSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.flink.configuration.BlobServerOptions;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ConfigurationUtils;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.HeartbeatManagerOptions;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.configuration.WebOptions;
import org.apache.flink.state.rocksdb.RocksDBOptions;

/**
 * What Flink's processes are told in their configuration files: the settings of state and
 * checkpoints that the one-machine deployment has, and how the processes find each other.
 */
final class FlinkConfiguration {

    private static final String LOOPBACK = "127.0.0.1";

    /** Flink's own share of the heap; our tasks get the rest. */
    private static final MemorySize FRAMEWORK_HEAP = MemorySize.ofMebiBytes(64);

    private static final MemorySize NETWORK = MemorySize.ofMebiBytes(64);

    private static final MemorySize OUTSIDE = MemorySize.ofMebiBytes(128);

    /** A dead process refuses connections, which is noticed after two of these. */
    private static final Duration HEARTBEAT = Duration.ofSeconds(2);

    /**
     * One that hangs, or whose machine is gone, is given up later: on a busy machine every process
     * stalls at times. TaskManagers do not notice earlier either that their JobManager is another
     * one: until then they serve what they hold.
     */
    private static final Duration HEARTBEAT_TIMEOUT = Duration.ofSeconds(15);

    private final ClusterFiles files;
    private final Plan plan;
    private final long rocksdbBytes;
    private final Duration checkpointInterval;

    /**
     * @param rocksdbBytes memory for RocksDB, over all TaskManagers
     */
    FlinkConfiguration(
            ClusterFiles files, Plan plan, long rocksdbBytes, Duration checkpointInterval) {
        this.files = files;
        this.plan = plan;
        this.rocksdbBytes = rocksdbBytes;
        this.checkpointInterval = checkpointInterval;
    }

    /** Writes the configuration of a process into its folder. */
    void write(Member member) throws IOException {
        Path folder = Files.createDirectories(files.configuration(member));
        List<String> lines = ConfigurationUtils.convertConfigToWritableLines(of(member), true);
        Files.write(folder.resolve("config.yaml"), lines);
    }

    Configuration of(Member member) {
        Path temporary = files.temporary(member);
        Configuration configuration =
                new ClusterSettings(
                                files.checkpoints(),
                                temporary.resolve("rocksdb"),
                                temporary,
                                plan.slots(),
                                rocksdbBytes / plan.taskManagers(),
                                checkpointInterval)
                        .configuration();
        configuration.set(CoreOptions.DEFAULT_PARALLELISM, plan.parallelism());
        configuration.set(
                CheckpointingOptions.SAVEPOINT_DIRECTORY, files.savepoints().toUri().toString());
        configuration.set(JobManagerOptions.ADDRESS, LOOPBACK);
        configuration.set(JobManagerOptions.PORT, plan.rpcPort());
        configuration.set(HeartbeatManagerOptions.HEARTBEAT_INTERVAL, HEARTBEAT);
        configuration.set(HeartbeatManagerOptions.HEARTBEAT_TIMEOUT, HEARTBEAT_TIMEOUT);
        if (member.role() == Role.TASKMANAGER) {
            taskManager(configuration, member);
        } else {
            jobManager(configuration);
        }
        plan.flink().forEach(configuration::setString);
        return configuration;
    }

    private void jobManager(Configuration configuration) {
        configuration.removeConfig(RocksDBOptions.LOCAL_DIRECTORIES);
        configuration.set(RestOptions.PORT, plan.restPort());
        configuration.set(RestOptions.BIND_PORT, Integer.toString(plan.restPort()));
        configuration.set(BlobServerOptions.PORT, "0");
        configuration.set(WebOptions.SUBMIT_ENABLE, false);
    }

    private void taskManager(Configuration configuration, Member member) {
        configuration.set(TaskManagerOptions.TASK_MANAGER_RESOURCE_ID, member.name());
        configuration.set(TaskManagerOptions.HOST, LOOPBACK);
        configuration.set(TaskManagerOptions.RPC_PORT, "0");
        configuration.set(TaskManagerOptions.NUM_TASK_SLOTS, plan.slots());
        configuration.set(TaskManagerOptions.CPU_CORES, (double) plan.slots());
        MemorySize heap = MemorySize.parse(plan.heap());
        configuration.set(TaskManagerOptions.FRAMEWORK_HEAP_MEMORY, FRAMEWORK_HEAP);
        configuration.set(TaskManagerOptions.TASK_HEAP_MEMORY, heap.subtract(FRAMEWORK_HEAP));
        configuration.set(TaskManagerOptions.TASK_OFF_HEAP_MEMORY, MemorySize.ZERO);
        // What follows bounds nothing here, but Flink adds it up.
        configuration.set(TaskManagerOptions.FRAMEWORK_OFF_HEAP_MEMORY, OUTSIDE);
        configuration.set(TaskManagerOptions.JVM_METASPACE, OUTSIDE);
        configuration.set(TaskManagerOptions.JVM_OVERHEAD_MIN, OUTSIDE);
        configuration.set(TaskManagerOptions.JVM_OVERHEAD_MAX, OUTSIDE);
        configuration.set(TaskManagerOptions.NETWORK_MEMORY_MIN, NETWORK);
        configuration.set(TaskManagerOptions.NETWORK_MEMORY_MAX, NETWORK);
    }
}
