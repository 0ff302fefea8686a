package dev.alluvium.cli.backfill;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Arguments that no bootstrap is begun with. */
class BootstrapCommandTest {

    @TempDir private Path directory;

    private String rows;
    private String savepoint;

    @BeforeEach
    void paths() throws Exception {
        rows = Files.writeString(directory.resolve("rows.jsonl"), "{}\n").toString();
        savepoint = directory.resolve("savepoint").toString();
    }

    @Test
    void aFileThatIsNotThere() {
        assertThat(refusal(rows, "nowhere.jsonl", "--savepoint", savepoint))
                .contains("cannot read nowhere.jsonl");
    }

    @Test
    void aDirectoryThatHoldsSomething() {
        assertThat(refusal(rows, "--savepoint", directory.toString()))
                .contains("is not empty", "not there yet");
    }

    @Test
    void noWriters() {
        assertThat(refusal(rows, "--savepoint", savepoint, "--parallelism", "0"))
                .contains("--parallelism 0 is below 1");
    }

    @Test
    void aKindForRowsThatSayIt() {
        assertThat(
                        refusal(
                                rows,
                                "--savepoint",
                                savepoint,
                                "--format",
                                "mcp-memory",
                                "--kind",
                                "records"))
                .contains("leave out --kind");
    }

    private String refusal(String... arguments) {
        StringWriter err = new StringWriter();
        int code =
                new CommandLine(new BootstrapCommand())
                        .setErr(new PrintWriter(err))
                        .setCaseInsensitiveEnumValuesAllowed(true)
                        .execute(arguments);
        assertThat(code).as("%s: %s", List.of(arguments), err).isEqualTo(2);
        assertThat(Path.of(savepoint)).doesNotExist();
        return err.toString();
    }
}
