package dev.alluvium.cli.backfill;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.cli.client.ApiClient;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that hold graphs. */
class GraphBackfillTest {

    @TempDir Path directory;
    private TestingServer server;

    @BeforeEach
    void start() throws IOException {
        server = new TestingServer();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void makesRowsOfAnMcpMemory() throws Exception {
        Path file =
                file(
                        """
                        {"type":"entity","name":"Zoë \\"Z\\"","entityType":"person","observations":["likes 🍵","a/b"," "]}
                        {"type":"entity","name":"北京 大学","entityType":"","observations":[],"createdAt":"2025-01-01"}
                        {"type":"relation","from":"Zoë \\"Z\\"","to":"北京 大学","relationType":"يدرس_في"}""");

        assertThat(run(file, Format.MCP_MEMORY).accepted()).isEqualTo(3);

        assertThat(server.rows())
                .containsExactly(
                        json(
                                """
                                {"entity":{"name":"Zoë \\"Z\\"","type":"person","observations":["likes 🍵","a/b"]},
                                 "app":"app","user":"user"}"""),
                        json("{\"entity\":{\"name\":\"北京 大学\"},\"app\":\"app\",\"user\":\"user\"}"),
                        json(
                                """
                                {"relation":{"source":"Zoë \\"Z\\"","type":"يدرس_في","target":"北京 大学"},
                                 "app":"app","user":"user"}"""));
    }

    @Test
    void partsAnEntityWithMoreObservationsThanARowMayHave() throws Exception {
        String observations =
                IntStream.range(0, 2_500)
                        .mapToObj(i -> "\"fact " + i + "\"")
                        .collect(Collectors.joining(","));
        Path file =
                file(
                        "{\"type\":\"entity\",\"name\":\"Hub\",\"entityType\":\"t\",\"observations\":["
                                + observations
                                + "]}");

        run(file, Format.MCP_MEMORY);

        assertThat(server.rows()).hasSize(1_501);
        assertThat(server.rows().get(0).at("/entity/observations")).hasSize(1_000);
        assertThat(server.rows().get(1_500).get("observation"))
                .isEqualTo(json("{\"entity\":\"Hub\",\"content\":\"fact 2499\"}"));
    }

    @Test
    void setsAsideTheLinesThatAreNoPartOfAnMcpMemory() throws Exception {
        Path file =
                file(
                        """
                        {"type":"entity","name":"A","entityType":"t","observations":[]}

                        {"type":"entity","name":"B","entityType":"t"}
                        {"type":"entity","entityType":"t","observations":[]}
                        {"type":"entity","name":"C","entityType":7,"observations":[]}
                        {"type":"entity","name":"D","entityType":"t","observations":["x",1]}
                        {"type":"edge","from":"A","to":"A","relationType":"r"}
                        {"type":"relation","from":"A","to":"A","relationType":"r"}
                        not json""");

        Tally tally = run(file, Format.MCP_MEMORY);

        assertThat(tally.accepted()).isEqualTo(2);
        assertThat(rejected(file))
                .extracting(r -> r.get("line") + " " + r.get("detail").asText())
                .satisfiesExactly(
                        r -> assertThat(r).isEqualTo("3 \"observations\" is not a list of texts"),
                        r -> assertThat(r).isEqualTo("4 \"name\" is missing"),
                        r -> assertThat(r).isEqualTo("5 \"entityType\" is 7, which is not a text"),
                        r ->
                                assertThat(r)
                                        .isEqualTo(
                                                "6 \"observations\" holds 1, which is not a text"),
                        r -> assertThat(r).contains("7 the line is no part of an MCP memory"),
                        r -> assertThat(r).startsWith("9 malformed JSON at column"));
    }

    @Test
    void takesRowsOfAGraphOnlyAndLeavesThemAsTheyAre() throws Exception {
        Path file =
                file(
                        """
                        {"entity":{"name":"Alice"}}
                        {"app":"x","user":"y","observation":{"entity":"Alice","content":"c","valid_from":"2021-01-01"}}
                        {"relation":{"source":"Alice","type":"t","target":"B","valid_to":"2022-01-01"}}
                        {"turn":{"content":"said"}}""");

        assertThat(run(file, Format.GRAPH_JSONL).accepted()).isEqualTo(3);

        assertThat(server.rows())
                .extracting(row -> row.get("app").asText())
                .containsExactly("app", "x", "app");
        assertThat(server.rows().get(1).get("observation").has("id")).isFalse();
        assertThat(rejected(file).get(0).get("line").asLong()).isEqualTo(4);
        assertThat(rejected(file).get(0).get("detail").asText()).contains("no part of a graph");
    }

    private Tally run(Path file, Format format) throws Exception {
        Backfill.Settings settings =
                new Backfill.Settings(
                        List.of(file.toString()),
                        new MemoryId("app", "user"),
                        null,
                        format,
                        false,
                        Duration.ofSeconds(20),
                        false);
        PrintStream out = new PrintStream(new ByteArrayOutputStream());
        return new Backfill(
                        settings,
                        new ApiClient(server.uri()),
                        InputStream.nullInputStream(),
                        new PlainDisplay(out))
                .run();
    }

    private Path file(String text) throws IOException {
        return Files.writeString(directory.resolve("graph.jsonl"), text);
    }

    private static List<JsonNode> rejected(Path file) throws IOException {
        return Files.readAllLines(file.resolveSibling(file.getFileName() + ".rejected")).stream()
                .map(GraphBackfillTest::json)
                .toList();
    }

    private static JsonNode json(String text) {
        return Json.parse(text.getBytes(StandardCharsets.UTF_8));
    }
}
