package dev.alluvium.query;

import static dev.alluvium.query.columns.TestingColumns.FLOAT32;
import static dev.alluvium.query.columns.TestingColumns.FLOAT64;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.query.TestingClient.Reply;
import dev.alluvium.query.columns.TestingColumns;
import dev.alluvium.state.command.Command;
import dev.alluvium.state.command.CommandCodec;
import dev.alluvium.state.command.LogTurns;
import dev.alluvium.state.command.Remember;
import dev.alluvium.state.episode.TurnDraft;
import dev.alluvium.state.record.RecordDraft;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.arrow.vector.compression.CompressionUtil.CodecType;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ColumnImportTest extends ServerTest {

    private static final String STREAM = "application/vnd.apache.arrow.stream";
    private static final ArrowType INT32 = new ArrowType.Int(32, true);

    @Test
    void everyFieldOfARecordHasAColumn() {
        byte[] body =
                new TestingColumns()
                                .texts("app", "a", "a")
                                .encoded("user", "u", "u")
                                .texts("id", "r1", null)
                                .texts("content", "the café is closed — يوم 🎉", "tea")
                                .encoded("scope", "/x/y", null)
                                .lists(
                                        "categories",
                                        ArrowType.Utf8.INSTANCE,
                                        List.of("one", "two"),
                                        null)
                                .texts("metadata", "{\"k\":{\"n\":1}}", null)
                                .column("importance", FLOAT64, Arrays.asList(0.25, null))
                                .texts("source", "cli", null)
                                .column(
                                        "private",
                                        ArrowType.Bool.INSTANCE,
                                        Arrays.asList(true, null))
                                .column(
                                        "created_at",
                                        new ArrowType.Timestamp(
                                                TimeUnit.MICROSECOND, "Europe/Paris"),
                                        Arrays.asList(1_700_000_000_123_456L, null))
                                .texts("valid_from", "2023-05-08", null)
                                .column(
                                        "valid_to",
                                        new ArrowType.Timestamp(TimeUnit.SECOND, null),
                                        Arrays.asList(1_800_000_000L, null))
                                .vectors("vector", 2, new float[] {3, 4}, null)
                                .stream();

        JsonNode json = accepted(post("?wait=true", body), 2);

        assertThat(json.get("rejected").asInt()).isZero();
        List<RecordDraft> records = records();
        RecordDraft first = records.get(0);
        assertThat(first)
                .usingRecursiveComparison()
                .isEqualTo(
                        new RecordDraft(
                                "r1",
                                "the café is closed — يوم 🎉",
                                first.scope(),
                                List.of("one", "two"),
                                Map.of("k", Map.of("n", 1)),
                                0.25,
                                "cli",
                                true,
                                Instant.parse("2023-11-14T22:13:20.123456Z"),
                                Instant.parse("2023-05-08T00:00:00Z"),
                                Instant.ofEpochSecond(1_800_000_000L),
                                new float[] {3, 4}));
        assertThat(first.scope().path()).isEqualTo("/x/y");
        assertThat(records.get(1))
                .usingRecursiveComparison()
                .isEqualTo(RecordDraft.ofContent("tea"));
    }

    @Test
    void everyFieldOfATurnHasAColumn() {
        byte[] body =
                new TestingColumns()
                                .texts("id", "t1")
                                .column("session", ArrowType.LargeUtf8.INSTANCE, List.of("s"))
                                .column(
                                        "author",
                                        ArrowType.Utf8View.INSTANCE,
                                        List.of("Caroline, the author"))
                                .texts("content", "hello")
                                .column(
                                        "at",
                                        new ArrowType.Date(
                                                org.apache.arrow.vector.types.DateUnit.DAY),
                                        List.of(1))
                                .column(
                                        "metadata",
                                        new ArrowType.Map(false),
                                        List.of(Map.of("lang", "en")),
                                        new Field(
                                                "entries",
                                                FieldType.notNullable(ArrowType.Struct.INSTANCE),
                                                List.of(
                                                        Field.notNullable(
                                                                "key", ArrowType.Utf8.INSTANCE),
                                                        Field.nullable(
                                                                "value", ArrowType.Utf8.INSTANCE))))
                                .lists("vector", FLOAT32, List.of(1f, 0f))
                                .lists("pair_vector", FLOAT64, List.of(0d, 1d))
                                .stream();

        accepted(post("?app=a&user=u&wait=true", body), 1);

        TurnDraft turn = ((LogTurns) memory.appended().get(0)).turns().get(0);
        assertThat(turn)
                .usingRecursiveComparison()
                .isEqualTo(
                        new TurnDraft(
                                "t1",
                                "s",
                                "Caroline, the author",
                                "hello",
                                Instant.parse("1970-01-02T00:00:00Z"),
                                Map.of("lang", "en"),
                                List.of(new float[] {1, 0}, new float[] {0, 1})));
    }

    @Test
    void metadataMayBeAStruct() {
        byte[] body =
                new TestingColumns()
                                .texts("content", "one", "two")
                                .texts("scope", "/", "/")
                                .column(
                                        "metadata",
                                        ArrowType.Struct.INSTANCE,
                                        Arrays.asList(Map.of("n", 7, "t", "x"), null),
                                        Field.nullable("n", INT32),
                                        Field.nullable("t", ArrowType.Utf8.INSTANCE))
                                .stream();

        accepted(post("?app=a&user=u", body), 2);

        assertThat(records().get(0).metadata()).isEqualTo(Map.of("n", 7, "t", "x"));
        assertThat(records().get(1).metadata()).isEmpty();
    }

    @Test
    void columnsMakeTheSameCommandsAsLines() {
        Random random = new Random(7);
        int rows = 700;
        String[] users = new String[rows];
        String[] contents = new String[rows];
        float[][] vectors = new float[rows][];
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < rows; i++) {
            users[i] = "u" + random.nextInt(3);
            contents[i] = "text " + i + " é".repeat(random.nextInt(3));
            vectors[i] = new float[] {random.nextFloat(), random.nextFloat()};
            lines.append(
                    "{\"user\":\"%s\",\"record\":{\"content\":\"%s\",\"scope\":\"/a\",\"vector\":[%s,%s]}}\n"
                            .formatted(users[i], contents[i], vectors[i][0], vectors[i][1]));
        }
        client.post("/v1/import?app=a", lines.toString());
        List<byte[]> ofLines = encoded(memory.appended());
        String[] scopes = new String[rows];
        Arrays.fill(scopes, "/a");

        accepted(
                post(
                        "?app=a",
                        new TestingColumns()
                                        .texts("user", users)
                                        .texts("content", contents)
                                        .encoded("scope", scopes)
                                        .vectors("vector", 2, vectors)
                                        .stream(64)),
                rows);

        List<Command> all = memory.appended();
        assertThat(encoded(all.subList(ofLines.size(), all.size())))
                .usingElementComparator(Arrays::compare)
                .containsExactlyElementsOf(ofLines);
    }

    @Test
    void columnsThatNobodyKnowsAreRefusedByNameBeforeAnyRow() {
        Reply unknown =
                post(
                        "?app=a&user=u",
                        new TestingColumns()
                                .texts("content", "x").texts("__index_level_0__", "1").stream());
        Reply wrong =
                post(
                        "?app=a&user=u",
                        new TestingColumns()
                                .texts("content", "x").texts("importance", "high").stream());
        Reply none = post("?app=a&user=u", new TestingColumns().texts("scope", "/").stream());
        Reply either = post("?app=a&user=u", new TestingColumns().texts("content", "x").stream());

        assertThat(unknown.status()).isEqualTo(400);
        assertThat(unknown.text()).contains("__index_level_0__").contains("pair_vector");
        assertThat(wrong.status()).isEqualTo(400);
        assertThat(wrong.text()).contains("importance").contains("a float or an integer");
        assertThat(none.status()).isEqualTo(400);
        assertThat(none.text()).contains("content");
        assertThat(either.status()).isEqualTo(400);
        assertThat(either.text()).contains("the parameter kind");
        assertThat(memory.appended()).isEmpty();
    }

    @Test
    void badRowsAreRejectedByNumberAndTheOthersTaken() {
        byte[] body =
                new TestingColumns()
                                .texts("user", "u", "u", "u", null, "u", "u", "u")
                                .texts(
                                        "content",
                                        "good",
                                        " ",
                                        null,
                                        "nobody's",
                                        "too sure",
                                        "meta",
                                        "fine")
                                .column(
                                        "importance",
                                        FLOAT32,
                                        Arrays.asList(null, null, null, null, 1.5f, null, 1f))
                                .texts("metadata", null, null, null, null, null, "[1", null)
                                .vectors(
                                        "vector",
                                        2,
                                        new float[] {1, 0},
                                        null,
                                        null,
                                        null,
                                        null,
                                        null,
                                        new float[] {Float.NaN, 1})
                                .stream(2);

        JsonNode json = accepted(post("?app=a&kind=record&wait=true", body), 1);

        assertThat(json.get("rejected").asInt()).isEqualTo(6);
        assertThat(json.get("rejections").findValuesAsText("line"))
                .containsExactly("2", "3", "4", "5", "6", "7");
        assertThat(json.get("rejections").findValuesAsText("detail").get(2)).contains("user");
        assertThat(json.get("rejections").findValuesAsText("detail").get(3)).contains("importance");
        assertThat(json.get("rejections").findValuesAsText("detail").get(4)).contains("metadata");
        assertThat(json.get("rejections").findValuesAsText("detail").get(5)).contains("finite");
    }

    @Test
    void textsThatAreNotUtf8AreRejected() {
        byte[] body =
                new TestingColumns()
                                .texts("scope", "/", "/")
                                .column(
                                        "content",
                                        ArrowType.Utf8.INSTANCE,
                                        List.of(
                                                new byte[] {'a', (byte) 0xC3},
                                                "a \uFFFD of its own"))
                                .stream();

        JsonNode json = accepted(post("?app=a&user=u", body), 1);

        assertThat(json.at("/rejections/0/detail").asText()).contains("not UTF-8");
        assertThat(records().get(0).content()).isEqualTo("a \uFFFD of its own");
    }

    @Test
    void vectorsOfAnotherDimensionAreRejected() {
        client.post(
                "/v1/import?app=a&user=u&wait=true",
                "{\"record\":{\"content\":\"held\",\"vector\":[1,0,0]}}");

        JsonNode json =
                accepted(
                        post(
                                "?app=a&user=u&kind=record",
                                new TestingColumns()
                                                .texts("content", "x")
                                                .vectors("vector", 2, new float[] {1, 0})
                                                .stream()),
                        0);

        assertThat(json.at("/rejections/0/detail").asText()).contains("2").contains("3");
    }

    @Test
    void oneStreamMayHoldBothKinds() {
        byte[] body =
                new TestingColumns()
                                .encoded("kind", "record", "turn", "turn", "relation", null)
                                .texts(
                                        "content",
                                        "a record",
                                        "a turn",
                                        "a turn with a scope",
                                        "x",
                                        "y")
                                .texts("session", null, "s", "s", null, null)
                                .texts("scope", "/a", null, "/b", null, null)
                                .stream();

        JsonNode json = accepted(post("?app=a&user=u&wait=true", body), 2);

        assertThat(json.get("rejections").findValuesAsText("detail"))
                .satisfiesExactly(
                        detail -> assertThat(detail).contains("unknown field \"scope\""),
                        detail -> assertThat(detail).contains("relation"),
                        detail -> assertThat(detail).contains("kind is missing"));
        assertThat(client.get("/v1/memories/a/u/turns").json().get("turns")).hasSize(1);
        assertThat(client.get("/v1/memories/a/u/records").json().get("records")).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(
            value = CodecType.class,
            names = {"NO_COMPRESSION", "LZ4_FRAME", "ZSTD"})
    void filesAreTakenCompressedOrNot(CodecType codec) {
        String[] contents =
                IntStream.range(0, 10).mapToObj(i -> "text ".repeat(50) + i).toArray(String[]::new);
        byte[] file =
                new TestingColumns()
                        .texts("content", contents)
                        .encoded("scope", Collections.nCopies(10, "/a").toArray(String[]::new))
                        .compressedFile(codec);

        accepted(post("?app=a&user=u&wait=true", file), 10);

        assertThat(records()).extracting(RecordDraft::content).containsExactly(contents);
    }

    @Test
    void aRepeatWithTheSameKeyDoesNothing() {
        byte[] body =
                new TestingColumns().texts("content", "x", "y").texts("session", "s", "s").stream();

        accepted(post("?app=a&user=u&wait=true", body, "Idempotency-Key", "k"), 2);
        accepted(post("?app=a&user=u&wait=true", body, "Idempotency-Key", "k"), 2);

        assertThat(client.get("/v1/memories/a/u/turns").json().get("turns")).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{\"record\":{\"content\":\"x\"}}", "ARROW1\0\0", "\1\0\0\0\1"})
    void whatIsNoStreamIsRefused(String text) {
        Reply reply = post("?app=a&user=u", text.getBytes(StandardCharsets.UTF_8));

        assertThat(reply.status()).as(reply.text()).isEqualTo(400);
        assertThat(reply.text()).contains("0 rows");
    }

    @Test
    void aLineSaysItselfWhatItIs() {
        Reply reply = client.post("/v1/import?kind=record", "{}");

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.text()).contains("kind");
    }

    /** Whatever is cut or changed, the answer says what was taken and the server goes on. */
    @Test
    void brokenStreamsAreToldFromWholeOnes() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        byte[] whole =
                new TestingColumns()
                                .encoded("scope", "/a", "/b", "/a")
                                .texts("content", "one", "two", "three")
                                .lists(
                                        "categories",
                                        ArrowType.Utf8.INSTANCE,
                                        List.of("c"),
                                        null,
                                        List.of())
                                .texts("metadata", "{}", null, "{\"a\":[1]}")
                                .vectors("vector", 2, new float[] {1, 0}, null, new float[] {0, 1})
                                .stream(2);
        for (int i = 0; i < 300; i++) {
            byte[] broken = whole.clone();
            if (random.nextBoolean()) {
                broken = Arrays.copyOf(broken, random.nextInt(broken.length));
            } else {
                for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
                    broken[random.nextInt(broken.length)] = (byte) random.nextInt();
                }
            }

            Reply reply = post("?app=a&user=u" + i, broken);

            assertThat(reply.status()).as("seed %d: %s", seed, reply.text()).isIn(202, 400);
        }
        accepted(post("?app=a&user=u", whole), 3);
    }

    private Reply post(String query, byte[] body, String... headers) {
        String[] all = Arrays.copyOf(headers, headers.length + 2);
        all[headers.length] = "Content-Type";
        all[headers.length + 1] = STREAM;
        return client.send("POST", "/v1/import" + query, body, all);
    }

    private static JsonNode accepted(Reply reply, int rows) {
        assertThat(reply.status()).as(reply.text()).isIn(200, 202);
        assertThat(reply.json().get("accepted").asInt()).as(reply.text()).isEqualTo(rows);
        return reply.json();
    }

    private List<RecordDraft> records() {
        return memory.appended().stream()
                .filter(Remember.class::isInstance)
                .flatMap(command -> ((Remember) command).records().stream())
                .toList();
    }

    private static List<byte[]> encoded(List<Command> commands) {
        return commands.stream().map(CommandCodec::encode).toList();
    }
}
