package dev.alluvium.cli.processes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that are found again by what was written down of them. */
class ProcessFileTest {

    private static final Member MEMBER = new Member(Role.TASKMANAGER, 1);
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @TempDir private Path directory;
    private ClusterFiles files;
    private Process process;

    @BeforeEach
    void start() throws IOException {
        files = new ClusterFiles(directory);
        files.create();
        process = new ProcessBuilder("cat").start();
    }

    @AfterEach
    void stop() {
        process.destroyForcibly();
    }

    @Test
    void aLivingProcessIsFound() throws IOException {
        ProcessFile written = ProcessFile.of(process.toHandle());
        written.write(files.process(MEMBER));

        assertThat(ProcessFile.read(files.process(MEMBER))).contains(written);
        assertThat(written.running()).contains(process.toHandle());
        assertThat(RunningMembers.of(files)).containsOnlyKeys(MEMBER);
    }

    @Test
    void anotherProcessOfTheSameIdIsNotIt() throws Exception {
        ProcessFile actual = ProcessFile.of(process.toHandle());
        ProcessFile earlier =
                new ProcessFile(actual.pid(), actual.start().minus(Duration.ofHours(1)));
        earlier.write(files.process(MEMBER));

        assertThat(earlier.running()).isEmpty();
        assertThat(RunningMembers.of(files)).isEmpty();

        new Ending(files).end(Map.of(MEMBER, earlier), PATIENCE);
        assertThat(process.isAlive()).isTrue();
        assertThat(files.process(MEMBER)).doesNotExist();
    }

    @Test
    void aFileCutShortIsNone() throws IOException {
        for (String text : new String[] {"", "12", "12 ", "twelve 1"}) {
            Files.writeString(files.process(MEMBER), text);
            assertThat(ProcessFile.read(files.process(MEMBER))).as("\"%s\"", text).isEmpty();
        }
        assertThat(ProcessFile.read(directory.resolve("absent"))).isEmpty();
    }

    @Test
    void anEndedProcessIsForgotten() throws Exception {
        ProcessFile written = ProcessFile.of(process.toHandle());
        written.write(files.process(MEMBER));

        new Ending(files).end(Map.of(MEMBER, written), PATIENCE);

        assertThat(process.waitFor()).isNotZero();
        assertThat(written.running()).isEmpty();
        assertThat(files.process(MEMBER)).doesNotExist();
    }

    @Test
    void oneThatDoesNotEndIsKilled() throws Exception {
        Process deaf =
                new ProcessBuilder("/bin/sh", "-c", "trap '' TERM; echo deaf; read line").start();
        try {
            assertThat(deaf.inputReader().readLine()).isEqualTo("deaf");
            ProcessFile written = ProcessFile.of(deaf.toHandle());

            new Ending(files).end(Map.of(MEMBER, written), Duration.ofMillis(200));

            assertThat(written.running()).isEmpty();
        } finally {
            deaf.destroyForcibly();
        }
    }
}
