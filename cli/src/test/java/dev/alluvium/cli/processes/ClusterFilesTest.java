package dev.alluvium.cli.processes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterFilesTest {

    @TempDir private Path directory;

    @Test
    void oneCommandAtATimeChangesWhatRuns() throws Exception {
        ClusterFiles files = new ClusterFiles(directory);
        AtomicInteger changes = new AtomicInteger();
        files.exclusively(
                () ->
                        assertThatThrownBy(() -> files.exclusively(changes::incrementAndGet))
                                .hasMessageContaining("another alluvium cluster command works on"));
        files.exclusively(changes::incrementAndGet);
        assertThat(changes).hasValue(1);
    }

    @Test
    void theSecretStaysWhenTheClusterComesAgain() throws IOException {
        ClusterFiles files = new ClusterFiles(directory);
        files.create();
        String secret = Files.readString(files.secret());
        files.create();
        assertThat(Files.readString(files.secret())).isEqualTo(secret).matches("[0-9a-f]{64}");
    }
}
