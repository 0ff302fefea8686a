package dev.alluvium.cli.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDirectoryTest {

    @TempDir Path parent;

    @Test
    void createsItsLayoutAndOpensItAgain() {
        Path place = parent.resolve("a/b");
        try (DataDirectory directory = DataDirectory.open(place)) {
            assertThat(directory.kafka()).isDirectory();
            assertThat(directory.checkpoints()).isDirectory();
            assertThat(directory.rocksdb()).isDirectory();
            assertThat(directory.temporary()).isDirectory();
            assertThat(directory.root().resolve("layout")).hasContent("alluvium data 1\n");
        }
        DataDirectory.open(place).close();
    }

    @Test
    void isRefusedToAnotherProcess() throws Exception {
        try (DataDirectory directory = DataDirectory.open(parent)) {
            assertThat(firstLineOfAHolder())
                    .contains("data directory " + directory.root())
                    .contains("is in use by process " + ProcessHandle.current().pid());
        }
        assertThat(firstLineOfAHolder()).startsWith(DirectoryHolder.HELD);
    }

    @Test
    void isRefusedWhileAnotherProcessHoldsItAndFreeOnceThatIsKilled() throws Exception {
        Process holder = startHolder();
        try (BufferedReader output = holder.inputReader()) {
            assertThat(output.readLine()).startsWith(DirectoryHolder.HELD);

            assertThatThrownBy(() -> DataDirectory.open(parent))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("is in use by process " + holder.pid());
        } finally {
            holder.destroyForcibly().waitFor(20, TimeUnit.SECONDS);
        }
        DataDirectory.open(parent).close();
    }

    @Test
    void aSecondAttemptInThisProcessIsRefusedAndKeepsTheLock() throws Exception {
        try (DataDirectory directory = DataDirectory.open(parent)) {
            assertThatThrownBy(() -> DataDirectory.open(parent.resolve(".")))
                    .hasMessageContaining("is in use");

            assertThat(firstLineOfAHolder()).contains("is in use");
            assertThat(directory.kafka()).isDirectory();
        }
    }

    @Test
    void refusesADirectoryWithOtherFiles() throws IOException {
        Files.writeString(parent.resolve("thesis.tex"), "\\documentclass{book}");

        assertThatThrownBy(() -> DataDirectory.open(parent))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("thesis.tex")
                .hasMessageContaining("choose an empty directory");
        assertThat(parent).isDirectoryNotContaining(path -> !path.endsWith("thesis.tex"));
    }

    @Test
    void refusesANewerLayoutAndSaysWhichVersionItKnows() throws IOException {
        DataDirectory.open(parent).close();
        Files.writeString(parent.resolve("layout"), "alluvium data 7\n");

        assertThatThrownBy(() -> DataDirectory.open(parent))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("layout 7")
                .hasMessageContaining("up to 1");
    }

    @Test
    void refusesALayoutFileOfSomethingElse() throws IOException {
        Files.writeString(parent.resolve("layout"), "two columns\n");

        assertThatThrownBy(() -> DataDirectory.open(parent))
                .hasMessageContaining("\"two columns\"");
    }

    @Test
    void saysWhereItCannotWrite() throws IOException {
        Path file = Files.writeString(parent.resolve("file"), "");

        assertThatThrownBy(() -> DataDirectory.open(file.resolve("data")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("cannot be used")
                .hasMessageContaining(file.toString());
    }

    @Test
    void aFirstStartThatWasCutShortIsTakenUp() throws IOException {
        Files.writeString(parent.resolve("lock"), "");
        Files.writeString(parent.resolve("layout.new"), "alluv");

        DataDirectory.open(parent).close();
    }

    private String firstLineOfAHolder() throws Exception {
        Process holder = startHolder();
        try (BufferedReader output = holder.inputReader()) {
            return output.readLine();
        } finally {
            holder.destroyForcibly().waitFor(20, TimeUnit.SECONDS);
        }
    }

    private Process startHolder() throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        DirectoryHolder.class.getName(),
                        parent.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
