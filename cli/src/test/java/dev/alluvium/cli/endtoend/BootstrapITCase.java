package dev.alluvium.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A system that starts from a bootstrap of a file, beside one that the file went into by its log.
 */
class BootstrapITCase {

    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final String[] NO_EMBEDDER = {"--set", "embedder=none"};

    @TempDir private Path directory;

    @Test
    void servesWhatTheLogWouldHaveMadeAndGoesOnFromThere() throws Exception {
        List<MemoryId> memories = new ArrayList<>();
        Path file = write(memories);
        Path savepoint = directory.resolve("savepoint");

        Program bootstrap =
                Program.run(
                        LIMIT,
                        "bootstrap",
                        file.toString(),
                        "--savepoint",
                        savepoint.toString(),
                        NO_EMBEDDER[0],
                        NO_EMBEDDER[1]);
        assertThat(bootstrap.await(LIMIT)).as(bootstrap.output()).isEqualTo(3);
        assertThat(bootstrap.output()).contains("1 rejected");
        assertThat(Files.readString(file.resolveSibling("rows.jsonl.rejected")))
                .contains("\"line\":1");

        List<List<String>> logged = new ArrayList<>();
        try (Program server = Program.serve(directory.resolve("logged"), 0, NO_EMBEDDER)) {
            Program backfill =
                    Program.run(LIMIT, "backfill", file.toString(), "--url", server.url());
            assertThat(backfill.await(LIMIT)).as(backfill.output()).isEqualTo(3);
            for (MemoryId memory : memories) {
                logged.add(export(server.url(), memory));
            }
        }

        Path data = directory.resolve("bootstrapped");
        String[] from = {"--from-savepoint", savepoint.toString(), NO_EMBEDDER[0], NO_EMBEDDER[1]};
        try (Program server = Program.serve(data, 0, from)) {
            for (int i = 0; i < memories.size(); i++) {
                assertThat(export(server.url(), memories.get(i)))
                        .as("%s", memories.get(i))
                        .containsExactlyElementsOf(logged.get(i));
            }
            Memory memory = memory(server, memories.get(0));
            assertThat(memory.recalled("", "{\"query\":\"number 7\"}")).isNotEmpty();
            memory.remember("", "{\"id\":\"later\",\"content\":\"through the log\"}");
            server.terminate();
            server.await(LIMIT);
        }
        // What was started from is not read again.
        try (Program server = Program.serve(data, 0, from)) {
            Memory memory = memory(server, memories.get(0));
            assertThat(memory.get("/records/later").path("content").asText())
                    .isEqualTo("through the log");
            assertThat(export(server.url(), memories.get(1))).isEqualTo(logged.get(1));
        }
    }

    private static Memory memory(Program server, MemoryId id) throws Exception {
        return new Memory(server.url(), id.app(), id.user());
    }

    /** Everything of a memory, without the ids that the moment of writing makes. */
    private static List<String> export(String url, MemoryId memory)
            throws IOException, InterruptedException {
        String lines =
                HttpClient.newHttpClient()
                        .send(
                                HttpRequest.newBuilder(
                                                URI.create(
                                                        url
                                                                + "/v1/memories/"
                                                                + memory.key()
                                                                + "/export?vector=true&include_private=true"))
                                        .build(),
                                BodyHandlers.ofString())
                        .body();
        return lines.lines().map(line -> line.replaceAll("\"[0-9A-Z]{26}\"", "\"…\"")).toList();
    }

    /** Rows of several memories in turn, whose names need escaping, with duplicates. */
    private Path write(List<MemoryId> memories) throws IOException {
        Random random = new Random(11);
        List<String> lines = new ArrayList<>();
        lines.add("no row");
        TreeSet<MemoryId> all = new TreeSet<>();
        for (int i = 0; i < 3_000; i++) {
            MemoryId memory = new MemoryId("app/ü", "user " + random.nextInt(5));
            all.add(memory);
            ObjectNode row = Json.object().put("app", memory.app()).put("user", memory.user());
            Instant at = Instant.parse("2026-01-01T00:00:00Z").plusSeconds(i);
            switch (random.nextInt(4)) {
                case 0 ->
                        row.putObject("turn")
                                .put("session", "s" + random.nextInt(3))
                                .put("content", "turn " + random.nextInt(500))
                                .put("at", at.toString());
                case 1 ->
                        row.putObject("relation")
                                .put("source", "E" + random.nextInt(9))
                                .put("type", "knows")
                                .put("target", "E" + random.nextInt(9))
                                .put("valid_from", at.toString());
                default -> {
                    ObjectNode record =
                            row.putObject("record")
                                    .put("id", "r" + i)
                                    .put("content", "text number " + random.nextInt(900))
                                    .put("scope", "/a/b" + random.nextInt(3))
                                    .put("created_at", at.toString());
                    record.putArray("vector")
                            .add(random.nextGaussian())
                            .add(random.nextGaussian())
                            .add(random.nextGaussian());
                }
            }
            lines.add(row.toString());
        }
        memories.addAll(all);
        return Files.write(directory.resolve("rows.jsonl"), lines);
    }
}
