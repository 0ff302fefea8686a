package dev.alluvium.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server that is killed at random moments while files are backfilled and others write: what was
 * acknowledged is there exactly once, and nothing is there by halves. The moments follow from a
 * seed, which is printed; {@code -Dalluvium.seed=N} runs the same ones again.
 */
class KillITCase {

    private static final int KILLS = 3;
    private static final int WRITERS = 3;
    private static final int MAX_WRITES_BETWEEN_KILLS = 60;
    private static final int TURNS = 100_000;
    private static final int RECORDS = 2_000;
    private static final int RELATIONS = 3_000;
    private static final Duration BACKFILL_LIMIT = Duration.ofSeconds(120);
    private static final String[] OPTIONS = {
        "--set", "embedder=none", "--set", "checkpoint_interval=2s"
    };

    @TempDir Path directory;

    @Test
    void everyAcknowledgedWriteIsThereOnceAfterKills() throws Exception {
        long seed = Long.getLong("alluvium.seed", System.nanoTime());
        System.out.println("KillITCase: -Dalluvium.seed=" + seed);
        Random random = new Random(seed);
        Path turns = turns();
        Path records = records();
        Path graph = graph();
        Path data = directory.resolve("data");
        Program server = Program.serve(data, 0, OPTIONS);
        int port = server.port();
        Program backfill =
                Program.start(
                        "backfill",
                        records.toString(),
                        graph.toString(),
                        turns.toString(),
                        "--memory",
                        "kill/backfill",
                        "--url",
                        server.url());
        List<WritingClient> writers =
                IntStream.range(0, WRITERS)
                        .mapToObj(
                                i ->
                                        new WritingClient(
                                                memory("http://127.0.0.1:" + port, i),
                                                "writer-" + i,
                                                seed + i))
                        .toList();
        try {
            List<CompletableFuture<Void>> running =
                    writers.stream().map(WritingClient::start).toList();
            for (int kill = 0; kill < KILLS; kill++) {
                awaitWrites(writers, running, 1 + random.nextInt(MAX_WRITES_BETWEEN_KILLS));
                server.kill();
                server = Program.serve(data, port, OPTIONS);
            }
            awaitWrites(writers, running, 5);
            writers.forEach(WritingClient::stop);
            for (CompletableFuture<Void> writer : running) {
                writer.join();
            }
            assertThat(backfill.await(BACKFILL_LIMIT)).as(backfill.output()).isZero();
            for (int i = 0; i < WRITERS; i++) {
                writers.get(i).verify(memory(server.url(), i).export());
            }
            verifyBackfill(server.url());
        } catch (Exception | Error e) {
            System.out.println("server:\n" + server.output() + "\nbackfill:\n" + backfill.output());
            throw e;
        } finally {
            writers.forEach(WritingClient::stop);
            backfill.close();
            server.close();
        }
    }

    private static Memory memory(String url, int writer) {
        return new Memory(url, "kill", "writer-" + writer);
    }

    /** Waits until the writers have got so many more writes acknowledged. */
    private static void awaitWrites(
            List<WritingClient> writers, List<CompletableFuture<Void>> running, int more) {
        long goal = acknowledged(writers) + more;
        Awaitility.await()
                .atMost(Duration.ofSeconds(90))
                .pollInterval(Duration.ofMillis(10))
                .until(
                        () -> {
                            running.stream()
                                    .filter(CompletableFuture::isDone)
                                    .forEach(CompletableFuture::join);
                            return acknowledged(writers) >= goal;
                        });
    }

    private static long acknowledged(List<WritingClient> writers) {
        return writers.stream().mapToLong(WritingClient::acknowledged).sum();
    }

    private static void verifyBackfill(String url) throws IOException, InterruptedException {
        Map<String, Set<String>> found = new HashMap<>();
        for (JsonNode row : new Memory(url, "kill", "backfill").export()) {
            for (String kind : List.of("turn", "record", "entity", "relation")) {
                JsonNode item = row.path(kind);
                if (item.isObject()) {
                    String says =
                            item.path("content").asText(item.path("name").asText())
                                    + item.path("source").asText("")
                                    + item.path("target").asText("");
                    assertThat(found.computeIfAbsent(kind, none -> new HashSet<>()).add(says))
                            .as("%s %s is there once", kind, says)
                            .isTrue();
                }
            }
        }
        assertThat(found.get("turn")).hasSize(TURNS);
        assertThat(found.get("record")).hasSize(RECORDS);
        assertThat(found.get("relation")).hasSize(RELATIONS);
        assertThat(found.get("entity")).hasSize(RELATIONS + 1);
    }

    /** Turns that are known by what they say. */
    private Path turns() throws IOException {
        return Files.write(
                directory.resolve("turns.jsonl"),
                (Iterable<String>)
                        IntStream.range(0, TURNS)
                                        .mapToObj(
                                                i ->
                                                        "{\"session\":\"s%d\",\"author\":\"a\",\"at\":\"2026-01-01T00:00:00Z\",\"content\":\"turn number %d\"}"
                                                                .formatted(i / 100, i))
                                ::iterator);
    }

    /** Records without ids, which the backfill gives them. */
    private Path records() throws IOException {
        return Files.write(
                directory.resolve("records.jsonl"),
                (Iterable<String>)
                        IntStream.range(0, RECORDS)
                                        .mapToObj(
                                                i ->
                                                        "{\"content\":\"fact %d\",\"scope\":\"/facts\"}"
                                                                .formatted(i))
                                ::iterator);
    }

    /** A chain of relations between entities that nothing else makes. */
    private Path graph() throws IOException {
        return Files.write(
                directory.resolve("graph.jsonl"),
                (Iterable<String>)
                        IntStream.range(0, RELATIONS)
                                        .mapToObj(
                                                i ->
                                                        "{\"relation\":{\"source\":\"link %d\",\"type\":\"next\",\"target\":\"link %d\"}}"
                                                                .formatted(i, i + 1))
                                ::iterator);
    }
}
