package dev.alluvium.job.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SavepointTest {

    private static final String OURS = "memory";

    @TempDir private Path directory;

    @Test
    void tellsWhatItIs() throws IOException {
        Path folder = StoredCheckpoint.write(directory.resolve("savepoint-1"), 12, OURS);

        Savepoint savepoint = Savepoint.at(folder.toString(), OURS);

        assertThat(savepoint.number()).isEqualTo(12);
        assertThat(savepoint.parallelism()).isEqualTo(2);
        assertThat(savepoint.maxParallelism()).isEqualTo(128);
        assertThat(
                        Savepoint.at(folder.resolve("_metadata").toUri().toString(), OURS)
                                .path()
                                .getPath())
                .isEqualTo(folder.toString());
    }

    @Test
    void oneThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> Savepoint.at(directory.resolve("none").toString(), OURS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("there is no savepoint", "none", "flink stop");
    }

    @Test
    void aFolderThatIsNoneIsRefusedWithWhatToGive() throws IOException {
        Path unfinished = Files.createDirectory(directory.resolve("chk-7"));
        assertThatThrownBy(() -> Savepoint.at(unfinished.toString(), OURS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(
                        "chk-7 is not a savepoint", "_metadata", "never completed");
    }

    @Test
    void thatOfAnotherJobIsRefusedWithWhatItHolds() throws IOException {
        Path theirs = StoredCheckpoint.write(directory.resolve("savepoint-2"), 1, "orders");
        assertThatThrownBy(() -> Savepoint.at(theirs.toString(), OURS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("not a savepoint of Alluvium", "orders", "\"memory\"");
    }

    @Test
    void oneThatIsDamagedCannotBeRead() throws IOException {
        Path damaged = StoredCheckpoint.write(directory.resolve("savepoint-3"), 1, OURS);
        Files.write(damaged.resolve("_metadata"), new byte[] {1, 2, 3});
        assertThatThrownBy(() -> Savepoint.at(damaged.toString(), OURS))
                .isInstanceOf(IOException.class);
    }
}
