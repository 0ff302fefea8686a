package dev.alluvium.job.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.HighAvailabilityOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecoveryTest {

    private static final String OURS = "memory";

    private final JobID earlier = new JobID();
    private final Configuration configuration = new Configuration();

    @TempDir private Path directory;
    private Path checkpoints;

    @BeforeEach
    void configure() {
        checkpoints = directory.resolve("checkpoints");
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY, checkpoints.toUri().toString());
    }

    @Test
    void withoutAPathTheNewestCheckpointIsTheStart() throws IOException {
        StoredCheckpoint.write(checkpoints.resolve(earlier + "/chk-8"), 8, OURS);
        Path newest = StoredCheckpoint.write(checkpoints.resolve(earlier + "/chk-9"), 9, OURS);

        StreamExecutionEnvironment environment = environment();

        prepare(environment);
        assertThat(start(environment)).endsWith(newest.toString());
    }

    @Test
    void aPathGoesFirst() throws IOException {
        StoredCheckpoint.write(checkpoints.resolve(earlier + "/chk-9"), 9, OURS);
        String told = told(10, OURS);

        StreamExecutionEnvironment environment = environment();

        prepare(environment);
        assertThat(start(environment)).isEqualTo(told);
    }

    @Test
    void aCheckpointThatTheNextStartWouldPreferIsNotLeftBehind() throws IOException {
        StoredCheckpoint.write(checkpoints.resolve(earlier + "/chk-9"), 9, OURS);
        told(7, OURS);

        assertThatThrownBy(() -> prepare(environment()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("chk-9", "savepoint", "move", earlier + " away first");
    }

    @Test
    void whatIsNoSavepointIsRefusedBeforeTheJobStarts() throws IOException {
        told(7, "orders");
        assertThatThrownBy(() -> prepare(environment()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not a savepoint of Alluvium");

        configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, directory.resolve("no").toString());
        assertThatThrownBy(() -> prepare(environment()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("there is no savepoint");
    }

    @Test
    void aRestartWithTheSameWordsContinuesInsteadOfGoingBack() throws IOException {
        String told = told(7, OURS);
        Path newest = StoredCheckpoint.write(checkpoints.resolve(earlier + "/chk-9"), 9, OURS);
        RetainedCheckpoints.in(new org.apache.flink.core.fs.Path(checkpoints.toUri()), OURS)
                .noteStart(earlier, told);

        StreamExecutionEnvironment environment = environment();
        prepare(environment);

        assertThat(start(environment)).endsWith(newest.toString());
    }

    @Test
    void flinksOwnHighAvailabilityKnowsWhereToContinue() throws IOException {
        StoredCheckpoint.write(checkpoints.resolve(earlier + "/chk-9"), 9, OURS);
        String told = told(7, OURS);
        configuration.set(HighAvailabilityOptions.HA_MODE, "zookeeper");

        StreamExecutionEnvironment environment = environment();
        prepare(environment);

        assertThat(start(environment)).isEqualTo(told);
    }

    private String told(long number, String uid) throws IOException {
        String path =
                StoredCheckpoint.write(directory.resolve("savepoint"), number, uid).toString();
        configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, path);
        return path;
    }

    private StreamExecutionEnvironment environment() {
        return StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    }

    private void prepare(StreamExecutionEnvironment environment) throws IOException {
        Recovery.of(configuration, OURS).orElseThrow().prepare(environment);
    }

    private static String start(StreamExecutionEnvironment environment) {
        return environment.getConfiguration().get(StateRecoveryOptions.SAVEPOINT_PATH);
    }
}
