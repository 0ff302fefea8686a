package dev.alluvium.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.state.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A cluster of processes as a user runs it from the packaged program. */
final class Cluster {

    private static final Duration UP_LIMIT = Duration.ofSeconds(240);
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int SHOWN_LINES = 30;

    /**
     * More processes than cores, each of which lives for minutes: compiling at the highest level
     * would take half of the machine.
     */
    private static final Map<String, String> ENVIRONMENT =
            Map.of("ALLUVIUM_JAVA_OPTS", "-XX:TieredStopAtLevel=1");

    private final Path data;

    Cluster(Path data) {
        this.data = data;
    }

    /** Starts it, or what of it has died; returns what was printed once all of it serves. */
    String up(String... more) throws Exception {
        Program up = run(UP_LIMIT, "up", more);
        assertThat(up.await(LIMIT)).as(up.output()).isZero();
        assertThat(up.output()).contains("ready after");
        return up.output();
    }

    /** Its processes, after the exit code was what it must be. */
    JsonNode status(int exitCode) throws Exception {
        Program status = run(LIMIT, "status", "--json");
        assertThat(status.await(LIMIT)).as(status.output()).isEqualTo(exitCode);
        String output = status.output();
        return Json.parse(output.substring(output.indexOf('{')).getBytes(StandardCharsets.UTF_8))
                .path("processes");
    }

    /** Stops it; returns what was printed. */
    String down() throws Exception {
        return run(LIMIT, "down").output();
    }

    /** Kills a process as {@code kill -9} does. */
    static void kill(JsonNode processes, String name) throws Exception {
        ProcessHandle killed =
                ProcessHandle.of(process(processes, name).path("pid").asLong()).orElseThrow();
        killed.destroyForcibly();
        killed.onExit().get();
    }

    static String address(JsonNode processes, String name) {
        return process(processes, name).path("address").asText();
    }

    static JsonNode process(JsonNode processes, String name) {
        for (JsonNode process : processes) {
            if (process.path("name").asText().equals(name)) {
                return process;
            }
        }
        throw new AssertionError("no process " + name + " in " + processes);
    }

    /** The last lines that each process printed. */
    String lastLines() throws IOException {
        StringBuilder text = new StringBuilder();
        Path folder = data.resolve("cluster").resolve("log");
        if (!Files.isDirectory(folder)) {
            return "";
        }
        try (Stream<Path> logs = Files.list(folder)) {
            for (Path log : logs.sorted().toList()) {
                List<String> lines = Files.readAllLines(log);
                text.append(log.getFileName()).append(":\n");
                lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size())
                        .forEach(line -> text.append("  ").append(line).append('\n'));
            }
        }
        return text.toString();
    }

    private Program run(Duration limit, String command, String... more) throws Exception {
        List<String> all = new ArrayList<>(List.of("cluster", command));
        all.addAll(List.of("--data", data.toString()));
        all.addAll(List.of(more));
        return Program.run(limit, ENVIRONMENT, all.toArray(String[]::new));
    }
}
