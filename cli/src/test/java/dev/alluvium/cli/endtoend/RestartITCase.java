package dev.alluvium.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that is asked to stop, and the next one on its data. */
class RestartITCase {

    private static final Duration STOP_LIMIT = Duration.ofSeconds(30);

    @TempDir Path data;

    @Test
    void stopsCleanlyAndASecondStartContinues() throws Exception {
        try (Program first = Program.serve(data, 0, "--set", "embedder=none")) {
            Memory memory = new Memory(first.url(), "app", "user");
            memory.remember("", "{\"id\":\"a\",\"content\":\"kept\"}");
            memory.post("/turns", "{\"turns\":[{\"id\":\"t\",\"content\":\"said\"}]}");
            memory.post(
                    "/records", "{\"records\":[{\"id\":\"b\",\"content\":\"not waited for\"}]}");
            first.terminate();
            first.await(STOP_LIMIT);
            assertThat(first.output()).contains("stopping").contains("stopped");
        }
        try (Program second = Program.serve(data, 0, "--set", "embedder=none")) {
            Memory memory = new Memory(second.url(), "app", "user");
            assertThat(memory.get("/records").path("total").asLong()).isEqualTo(2);
            assertThat(memory.get("/turns").path("total").asLong()).isEqualTo(1);
            memory.remember("", "{\"id\":\"c\",\"content\":\"more\"}");
            assertThat(memory.get("/records").path("total").asLong()).isEqualTo(3);
            assertThat(memory.get("/records/a").at("/content").asText()).isEqualTo("kept");
        }
    }
}
