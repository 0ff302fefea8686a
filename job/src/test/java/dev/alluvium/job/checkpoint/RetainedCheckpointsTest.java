package dev.alluvium.job.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.flink.api.common.JobID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RetainedCheckpointsTest {

    private static final String OURS = "memory";

    private final JobID first = new JobID();
    private final JobID second = new JobID();
    private final JobID stranger = new JobID();

    @TempDir private Path directory;
    private RetainedCheckpoints checkpoints;

    @BeforeEach
    void open() {
        checkpoints =
                RetainedCheckpoints.in(new org.apache.flink.core.fs.Path(directory.toUri()), OURS);
    }

    @Test
    void theNewestIsTheCompleteOneWithTheHighestNumber() throws IOException {
        complete(first, 9, OURS);
        Path newest = complete(second, 10, OURS);
        Files.createDirectories(directory.resolve(second + "/chk-11"));
        Files.createDirectories(directory.resolve(second + "/shared"));
        Files.createDirectories(directory.resolve("savepoint-1b6060-09f7b47712ea"));

        assertThat(newest()).contains(newest);
        assertThat(checkpoints.newest(first).map(RetainedCheckpointsTest::local))
                .contains(directory.resolve(first + "/chk-9"));
        assertThat(checkpoints.newest(stranger)).isEmpty();
    }

    @Test
    void otherJobsInTheDirectoryAreNeitherRestoredNorDeleted() throws IOException {
        Path ours = complete(first, 3, OURS);
        Path theirs = complete(stranger, 700, "orders");

        assertThat(newest()).contains(ours);

        checkpoints.deleteAllBut(second);
        assertThat(ours.getParent()).doesNotExist();
        assertThat(theirs).exists();
    }

    @Test
    void theKeptJobStays() throws IOException {
        Path older = complete(first, 1, OURS);
        Path kept = complete(second, 2, OURS);

        checkpoints.deleteAllBut(second);

        assertThat(older).doesNotExist();
        assertThat(kept).exists();
    }

    @Test
    void anUnreadableCheckpointIsNamedWithTheWayOut() throws IOException {
        Path broken = complete(first, 5, OURS);
        Files.write(broken.resolve("_metadata"), new byte[] {1, 2, 3});

        assertThatThrownBy(this::newest)
                .hasMessageContaining("chk-5")
                .hasMessageContaining("start from the one before");
    }

    @Test
    void aDirectoryThatIsNotThereHoldsNone() throws IOException {
        assertThat(
                        RetainedCheckpoints.in(
                                        new org.apache.flink.core.fs.Path(
                                                directory.resolve("none").toUri()))
                                .newest())
                .isEmpty();
    }

    private Optional<Path> newest() throws IOException {
        return checkpoints.newest().map(RetainedCheckpointsTest::local);
    }

    private static Path local(org.apache.flink.core.fs.Path path) {
        return Path.of(path.getPath());
    }

    private Path complete(JobID job, long number, String uid) throws IOException {
        return StoredCheckpoint.write(directory.resolve(job + "/chk-" + number), number, uid);
    }
}
