package dev.alluvium.cli.backfill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.cli.client.ApiClient;
import dev.alluvium.query.columns.ReadyValues;
import dev.alluvium.query.columns.RowSource;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that pyarrow 26 and polars 2 wrote of the same three records. */
class ColumnFilesTest {

    private static final Path COLUMNS = Path.of("../query-api/src/test/resources/columns");

    private static final MemoryId MEMORY = new MemoryId("app", "user");

    private static final List<String> RECORDS =
            List.of(
                    """
                    {"record":{"id":"r1","content":"the café is closed — يوم 🎉","scope":"/x/y","categories":["one","two"],"metadata":{"k":{"n":1}},"importance":0.25,"source":"cli","private":true,"created_at":"2023-11-14T22:13:20.123456Z","valid_from":"2023-05-08T00:00:00Z","vector":"AABAQAAAgEA="}}
                    """,
                    """
                    {"record":{"id":"r2","content":"tea","scope":"/x/y","categories":[]}}
                    """,
                    """
                    {"record":{"content":"coffee","importance":1.0,"private":false,"valid_to":"2030-01-01T00:00:00Z","vector":"AACAPwAAAAA="}}
                    """);

    @TempDir private Path directory;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "records-none.parquet",
                "records-snappy.parquet",
                "records-gzip.parquet",
                "records-zstd.parquet",
                "records-lz4.parquet",
                "records.feather",
                "records.arrows",
                "polars.arrow"
            })
    void recordsAreReadWhateverWroteThem(String name) throws IOException {
        boolean withVectors = !name.startsWith("polars");

        List<JsonNode> expected = new ArrayList<>();
        for (String json : RECORDS) {
            ObjectNode row = (ObjectNode) Json.parse(json.getBytes(StandardCharsets.UTF_8));
            if (!withVectors) {
                ((ObjectNode) row.get("record")).remove("vector");
            }
            expected.add(row);
        }
        assertThat(rows(name)).containsExactlyElementsOf(expected);
    }

    @Test
    void turnsAreToldByTheirColumns() throws IOException {
        assertThat(rows("turns.parquet"))
                .extracting(JsonNode::toString)
                .containsExactly(
                        "{\"turn\":{\"session\":\"s\",\"author\":\"Caroline\",\"content\":\"hello\",\"at\":\"2023-05-08T13:56:00Z\",\"metadata\":{\"lang\":\"en\"}}}",
                        "{\"turn\":{\"session\":\"s\",\"content\":\"bye\",\"at\":\"2023-05-08T13:56:00Z\"}}");
    }

    @Test
    void columnsThatNobodyKnowsAreRefusedByName() {
        assertThatThrownBy(() -> rows("unknown.parquet"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("__index_level_0__");
    }

    @Test
    void whatIsNoParquetIsRefused() throws IOException {
        Path file = Files.writeString(directory.resolve("no.parquet"), "PAR1 and nothing more");

        assertThatThrownBy(() -> open(file)).isInstanceOf(IOException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"records-snappy.parquet", "records.feather", "records.arrows"})
    void aBackfillSendsTheRowsAndResumesAfterTheLast(String name) throws Exception {
        Path file = copy(name);
        try (TestingServer server = new TestingServer()) {
            Tally tally = backfill(server, file).run();

            assertThat(tally.accepted()).isEqualTo(3);
            assertThat(tally.rejected()).isZero();
            assertThat(server.rows())
                    .extracting(row -> row.at("/record/content").asText())
                    .containsExactly("the café is closed — يوم 🎉", "tea", "coffee");
            assertThat(server.rows().get(2).at("/record/id").asText()).hasSize(26);
            assertThat(server.rows().get(2).get("user").asText()).isEqualTo("user");

            // Sent again from the beginning, the rows are the same: the ids are, too.
            backfill(server, file).run();
            assertThat(server.rows()).hasSize(3);
        }
    }

    @Test
    void anInterruptedBackfillOfColumnsGoesOnBehindTheLastRow() throws Exception {
        Path file = copy("records-snappy.parquet");
        try (TestingServer server = new TestingServer();
                Source source = Source.open(file.toString(), InputStream.nullInputStream())) {
            Line second;
            try (LineSource lines =
                    source.lines(Format.PARQUET, Checkpoint.start(source.head(), null, null))) {
                lines.next();
                second = lines.next();
            }
            new ProgressFiles(file, true)
                    .save(
                            new Checkpoint(
                                    source.head(),
                                    MEMORY.key(),
                                    null,
                                    2,
                                    0,
                                    Hashes.hex(second.bytes()),
                                    2,
                                    0,
                                    0,
                                    false));

            Tally tally = backfill(server, file).run();

            assertThat(tally.accepted()).isEqualTo(3);
            assertThat(server.rows())
                    .extracting(row -> row.at("/record/content").asText())
                    .containsExactly("coffee");
        }
    }

    private List<JsonNode> rows(String name) throws IOException {
        List<JsonNode> rows = new ArrayList<>();
        try (RowSource source = open(copy(name))) {
            while (source.next()) {
                assertThat(source.number()).isEqualTo(rows.size() + 1);
                ObjectNode row = ReadyValues.plain(source.row());
                rows.add(Json.parse(Json.bytes(row)));
            }
        }
        return rows;
    }

    private static RowSource open(Path file) throws IOException {
        Source source = Source.open(file.toString(), InputStream.nullInputStream());
        return source.columns(Format.of(file.toString()), null);
    }

    private Path copy(String name) throws IOException {
        return Files.copy(
                COLUMNS.resolve(name),
                directory.resolve(name),
                StandardCopyOption.REPLACE_EXISTING);
    }

    private static Backfill backfill(TestingServer server, Path file) {
        Backfill.Settings settings =
                new Backfill.Settings(
                        List.of(file.toString()),
                        MEMORY,
                        null,
                        null,
                        false,
                        Duration.ofSeconds(20),
                        false);
        Display display = Display.of(new PrintStream(new ByteArrayOutputStream()), false);
        return new Backfill(
                settings, new ApiClient(server.uri()), InputStream.nullInputStream(), display);
    }
}
