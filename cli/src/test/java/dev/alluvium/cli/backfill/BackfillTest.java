package dev.alluvium.cli.backfill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.cli.backfill.TestingServer.Fault;
import dev.alluvium.cli.client.ApiClient;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.json.Json;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackfillTest {

    private static final MemoryId MEMORY = new MemoryId("app", "user");

    @TempDir Path directory;
    private TestingServer server;
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    @BeforeEach
    void start() throws IOException {
        server = new TestingServer();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void sendsRowsOfAllShapesInOrderAndWaitsUntilTheyAreApplied() throws Exception {
        Path file =
                file(
                        "a.jsonl",
                        "{\"app\":\"x\",\"user\":\"y\",\"record\":{\"id\":\"r\",\"content\":\"one\"}}",
                        "{\"turn\":{\"id\":\"t\",\"content\":\"two\"}}",
                        "{\"content\":\"three\",\"scope\":\"/a\"}",
                        "{\"content\":\"four\"}");

        Tally tally = run(file);

        assertThat(tally.accepted()).isEqualTo(4);
        assertThat(server.rows())
                .extracting(row -> row.get("app").asText() + "/" + row.get("user").asText())
                .containsExactly("x/y", "app/user", "app/user", "app/user");
        assertThat(server.rows().get(2).get("record").get("content").asText()).isEqualTo("three");
        assertThat(server.rows().get(3).get("record").get("id").asText()).hasSize(26);
        assertThat(server.barriers()).isEqualTo(2);
        assertThat(directory.resolve("a.jsonl.progress")).doesNotExist();
        assertThat(directory.resolve("a.jsonl.rejected")).doesNotExist();
    }

    @Test
    void asksForTheKindWhereLinesDoNotTellAndSendsNothing() throws Exception {
        Path file = file("a.jsonl", "{\"content\":\"one\"}");

        assertThatThrownBy(() -> run(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("line 1 may be a record or a turn")
                .hasMessageContaining("--kind");
        assertThat(server.requests()).isEmpty();

        Backfill.Settings settings = settings(MEMORY, Kind.TURNS, false, file.toString());
        assertThat(backfill(settings, InputStream.nullInputStream()).run().accepted()).isEqualTo(1);
        assertThat(server.rows().get(0).has("turn")).isTrue();
    }

    @Test
    void aLanguageModelDecidesOnlyWhereItIsWanted() throws Exception {
        run(file("plain.jsonl", "{\"record\":{\"id\":\"one\",\"content\":\"one\"}}"));
        assertThat(server.query()).isNull();

        Path file = file("decided.jsonl", "{\"record\":{\"id\":\"two\",\"content\":\"two\"}}");
        Backfill.Settings inferring =
                new Backfill.Settings(
                        List.of(file.toString()),
                        MEMORY,
                        null,
                        Format.JSONL,
                        true,
                        Duration.ofSeconds(20),
                        false);
        assertThat(backfill(inferring, InputStream.nullInputStream()).run().accepted())
                .isEqualTo(1);
        assertThat(server.query()).isEqualTo("infer=true");
    }

    @Test
    void numbersRejectedLinesAsTheyStandInTheirFilesAcrossChunks() throws Exception {
        Path first = lines("a.jsonl", 12_000, i -> i == 1 || i == 11_999 ? "bad" : "text " + i);
        Files.write(
                first,
                ("{oops\n\n[1]\n").getBytes(StandardCharsets.UTF_8),
                StandardOpenOption.APPEND);
        Path second = lines("b.jsonl", 10, i -> i == 7 ? "bad" : "other " + i);

        Tally tally = run(first, second);

        assertThat(server.requests()).containsExactly(5000, 5000, 2000, 10);
        assertThat(tally.rejected()).isEqualTo(5);
        assertThat(rejected(first))
                .extracting(r -> r.get("line").asLong())
                .containsExactly(2L, 12_000L, 12_001L, 12_003L);
        assertThat(rejected(first).get(0).get("detail").asText()).isEqualTo("the content is bad");
        assertThat(rejected(first).get(0).at("/row/record/content").asText()).isEqualTo("bad");
        assertThat(rejected(first).get(2).get("detail").asText())
                .startsWith("malformed JSON at column");
        assertThat(rejected(first).get(2).get("row").asText()).isEqualTo("{oops");
        assertThat(rejected(second)).extracting(r -> r.get("line").asLong()).containsExactly(8L);
        assertThat(String.join("\n", tally.lines()))
                .contains("12,007 rows accepted")
                .contains("5 rejected")
                .contains("line 2: the content is bad")
                .contains("b.jsonl.rejected");
    }

    @Test
    void namesEveryRejectedLineThoughTheServerListsOnlySome() throws Exception {
        server.listAtMost(3);
        Path file = lines("a.jsonl", 100, i -> i % 10 == 0 ? "bad" : "text " + i);

        run(file);

        assertThat(rejected(file))
                .extracting(r -> r.get("line").asLong())
                .containsExactly(1L, 11L, 21L, 31L, 41L, 51L, 61L, 71L, 81L, 91L);
        assertThat(server.rows()).hasSize(90);
    }

    @Test
    void waitsForAServerThatFailsInTheMiddleAndDoublesNothing() throws Exception {
        server.fail(Fault.UNAVAILABLE, Fault.KEPT_WITHOUT_ANSWER);
        Path file = lines("a.jsonl", 20, i -> "text " + i);

        Tally tally = run(file);

        assertThat(tally.accepted()).isEqualTo(20);
        assertThat(server.requests()).containsExactly(20, 20, 20);
        assertThat(server.rows()).hasSize(20);
    }

    @Test
    void doesNotGiveUpOnWhatIsOnlyAppliedLate() throws Exception {
        server.applyLate(50);
        Path file = lines("a.jsonl", 20, i -> "text " + i);
        Backfill.Settings impatient =
                new Backfill.Settings(
                        List.of(file.toString()),
                        MEMORY,
                        null,
                        Format.JSONL,
                        false,
                        Duration.ofMillis(1),
                        false);

        Tally tally = backfill(impatient, InputStream.nullInputStream()).run();

        assertThat(tally.accepted()).isEqualTo(20);
        assertThat(server.barriers()).isGreaterThan(50);
    }

    @Test
    void waitsForAServerThatIsNotThereYet() throws Exception {
        int port = server.port();
        server.close();
        Path file = lines("a.jsonl", 5, i -> "text " + i);
        Backfill backfill =
                new Backfill(
                        settings(MEMORY, null, false, file.toString()),
                        new ApiClient(URI.create("http://127.0.0.1:" + port)),
                        InputStream.nullInputStream(),
                        new PlainDisplay(new PrintStream(said)) {
                            @Override
                            public void waiting(String reason) {
                                say(reason);
                                try {
                                    server = new TestingServer(port);
                                } catch (IOException e) {
                                    throw new UncheckedIOException(e);
                                }
                            }
                        });

        assertThat(backfill.run().accepted()).isEqualTo(5);
        assertThat(said.toString(StandardCharsets.UTF_8))
                .contains("waiting for the server")
                .contains("connection refused");
    }

    @Test
    void givesUpWhenTheTimeIsUpAndResumesWithoutDoubles() throws Exception {
        Path file = lines("a.jsonl", 12_000, i -> i % 4_999 == 0 ? "bad" : "text " + i);
        server.onImport(
                number -> {
                    if (number >= 2) {
                        server.fail(Fault.UNAVAILABLE);
                    }
                });
        Backfill.Settings impatient =
                new Backfill.Settings(
                        List.of(file.toString()),
                        MEMORY,
                        null,
                        Format.JSONL,
                        false,
                        Duration.ofMillis(300),
                        false);
        assertThatThrownBy(() -> backfill(impatient, InputStream.nullInputStream()).run())
                .isInstanceOf(GaveUpException.class)
                .hasMessageContaining("gave up after")
                .hasMessageContaining("the memories are being recovered");
        assertThat(server.rows()).hasSize(4_999 - 1);
        assertThat(directory.resolve("a.jsonl.progress")).exists();

        // What was written after the progress was noted must not stand there twice.
        Files.writeString(
                directory.resolve("a.jsonl.rejected"), "{\"line\":9}\n", StandardOpenOption.APPEND);
        server.onImport(number -> {});
        Tally tally = run(file);

        assertThat(tally.accepted()).isEqualTo(11_997);
        assertThat(server.rows()).hasSize(11_997);
        assertThat(
                        server.requests()
                                .subList(server.requests().size() - 2, server.requests().size()))
                .containsExactly(5000, 2000);
        assertThat(rejected(file))
                .extracting(r -> r.get("line").asLong())
                .containsExactly(1L, 5_000L, 9_999L);
        assertThat(directory.resolve("a.jsonl.progress")).doesNotExist();
    }

    @Test
    void stopsAfterTheRequestOnItsWayAndResumesThere() throws Exception {
        Path file = lines("a.jsonl", 20_000, i -> "text " + i);
        AtomicReference<Backfill> running = new AtomicReference<>();
        server.onImport(
                number -> {
                    if (number == 2) {
                        running.get().stop();
                    }
                });
        running.set(backfill(settings(MEMORY, null, false, file.toString()), null));
        assertThatThrownBy(() -> running.get().run()).isInstanceOf(StoppedException.class);
        assertThat(server.rows()).hasSize(10_000);

        assertThat(run(file).accepted()).isEqualTo(20_000);
        assertThat(server.requests()).containsExactly(5000, 5000, 5000, 5000);
        assertThat(said.toString(StandardCharsets.UTF_8)).contains("resuming").contains("10,000");
    }

    @Test
    void skipsFilesTheInterruptedRunHadFinished() throws Exception {
        Path first = lines("a.jsonl", 10, i -> "a " + i);
        Path second = lines("b.jsonl", 10, i -> "b " + i);
        server.onImport(
                number -> {
                    if (number == 2) {
                        server.fail(Fault.REFUSED);
                    }
                });
        assertThatThrownBy(() -> run(first, second)).hasMessageContaining("no good");

        assertThat(run(first, second).accepted()).isEqualTo(20);
        assertThat(server.requests()).containsExactly(10, 10, 10);
        assertThat(directory.resolve("a.jsonl.progress")).doesNotExist();
    }

    @Test
    void refusesToResumeWithAnotherContentOrMemory() throws Exception {
        Path file = lines("a.jsonl", 6_000, i -> "text " + i);
        server.onImport(
                number -> {
                    if (number == 2) {
                        server.fail(Fault.REFUSED);
                    }
                });
        assertThatThrownBy(() -> run(file)).hasMessageContaining("no good");

        assertThatThrownBy(
                        () ->
                                backfill(
                                                settings(
                                                        new MemoryId("app", "other"),
                                                        null,
                                                        false,
                                                        file.toString()),
                                                null)
                                        .run())
                .hasMessageContaining("--memory app/user");
        // The same beginning, but another line where the interrupted run was.
        lines("a.jsonl", 6_000, i -> i < 1_000 ? "text " + i : "new " + i);
        assertThatThrownBy(() -> run(file))
                .hasMessageContaining("has changed")
                .hasMessageContaining("--restart");
        assertThat(server.requests()).hasSize(2);

        Tally tally = backfill(settings(MEMORY, null, true, file.toString()), null).run();
        assertThat(tally.accepted()).isEqualTo(6_000);
    }

    @Test
    void readsGzipAndStandardInputAndAnEmptyFile() throws Exception {
        Path plain = lines("a.jsonl", 100, i -> "text " + i);
        Path packed = directory.resolve("a.jsonl.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            Files.copy(plain, out);
        }
        assertThat(run(packed).accepted()).isEqualTo(100);
        Tally again =
                backfill(
                                settings(MEMORY, null, false, "-"),
                                new ByteArrayInputStream(Files.readAllBytes(plain)))
                        .run();
        assertThat(again.accepted()).isEqualTo(100);
        assertThat(server.rows()).as("the same lines have the same ids").hasSize(100);
        assertThat(run(file("empty.jsonl")).accepted()).isZero();
    }

    @Test
    void readsByteOrderMarksWindowsLineEndsAndLongLines() throws Exception {
        String content = "é".repeat(32 * 1024);
        Path file = directory.resolve("a.jsonl");
        Files.writeString(
                file,
                "\uFEFF{\"content\":\"first\",\"scope\":\"/\"}\r\n\r\n{\"content\":\""
                        + content
                        + "\"}\r\n{\"content\":\""
                        + "x".repeat(JsonLines.MAX_LINE_BYTES)
                        + "\"}\r\n{\"content\":\"last\"}");

        Tally tally = run(file);

        assertThat(server.rows())
                .extracting(row -> row.at("/record/content").asText())
                .containsExactly("first", content, "last");
        assertThat(tally.rejected()).isEqualTo(1);
        assertThat(rejected(file).get(0).get("line").asLong()).isEqualTo(4);
        assertThat(rejected(file).get(0).get("detail").asText()).contains("bytes; at most 4194304");
    }

    @Test
    void givesEqualLinesWithoutIdsAnIdEach() throws Exception {
        run(
                file(
                        "a.jsonl",
                        "{\"content\":\"same\",\"author\":\"x\"}",
                        "{\"content\":\"same\",\"author\":\"x\"}"));

        Set<String> ids = new HashSet<>();
        server.rows().forEach(row -> ids.add(row.at("/turn/id").asText()));
        assertThat(ids).hasSize(2);
    }

    @Test
    void readsLocomoPackedOrNot() throws Exception {
        String text =
                """
                [{"sample_id":"conv-1","qa":[],"conversation":{"speaker_a":"Ana","speaker_b":"Ben",
                  "session_1_date_time":"1:56 pm on 8 May, 2023",
                  "session_1":[{"speaker":"Ana","dia_id":"D1:1","text":"Hello"},
                               {"speaker":"Ben","dia_id":"D1:2","text":"Look","blip_caption":"a dog"}]}}]
                """;
        Path packed = directory.resolve("l.json.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        for (Path path : List.of(file("l.json", text), packed)) {
            Backfill.Settings settings =
                    new Backfill.Settings(
                            List.of(path.toString()),
                            null,
                            null,
                            Format.LOCOMO,
                            false,
                            Duration.ofSeconds(5),
                            false);
            assertThat(backfill(settings, null).run().accepted()).isEqualTo(2);
        }
        assertThat(server.rows()).hasSize(2);
        JsonNode row = server.rows().get(1);
        assertThat(row.get("app").asText() + "/" + row.get("user").asText())
                .isEqualTo("locomo/conv-1");
        assertThat(row.at("/turn/id").asText()).isEqualTo("D1:2");
        assertThat(row.at("/turn/author").asText()).isEqualTo("Ben");
        assertThat(row.at("/turn/at").asText()).isEqualTo("2023-05-08T13:56:00Z");
        assertThat(row.at("/turn/content").asText()).contains("Look").contains("a dog");
    }

    private Tally run(Path... files) throws Exception {
        String[] names = Arrays.stream(files).map(Path::toString).toArray(String[]::new);
        return backfill(settings(MEMORY, null, false, names), null).run();
    }

    private Backfill backfill(Backfill.Settings settings, InputStream standardInput) {
        return new Backfill(
                settings,
                new ApiClient(server.uri()),
                standardInput,
                new PlainDisplay(new PrintStream(said, true)));
    }

    private static Backfill.Settings settings(
            MemoryId memory, Kind kind, boolean restart, String... files) {
        return new Backfill.Settings(
                List.of(files), memory, kind, Format.JSONL, false, Duration.ofSeconds(20), restart);
    }

    private Path file(String name, String... lines) throws IOException {
        return Files.write(directory.resolve(name), List.of(lines));
    }

    private Path lines(String name, int count, IntFunction<String> content) throws IOException {
        String text =
                IntStream.range(0, count)
                        .mapToObj(
                                i ->
                                        "{\"content\":\""
                                                + content.apply(i)
                                                + "\",\"scope\":\"/s\"}\n")
                        .collect(Collectors.joining());
        return Files.writeString(directory.resolve(name), text);
    }

    private static List<JsonNode> rejected(Path file) throws IOException {
        return Files.readAllLines(file.resolveSibling(file.getFileName() + ".rejected")).stream()
                .map(line -> Json.parse(line.getBytes(StandardCharsets.UTF_8)))
                .toList();
    }
}
