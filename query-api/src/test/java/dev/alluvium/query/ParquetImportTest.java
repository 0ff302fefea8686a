package dev.alluvium.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.query.TestingClient.Reply;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies of Parquet, as pyarrow writes them, into an import. */
class ParquetImportTest extends ServerTest {

    private static final String PARQUET = "application/vnd.apache.parquet";

    @ParameterizedTest
    @ValueSource(strings = {"none", "snappy", "gzip", "zstd", "lz4"})
    void recordsAreTakenHoweverTheyArePacked(String codec) throws IOException {
        Reply reply = post("?app=a&user=u&wait=true", file("records-" + codec + ".parquet"));

        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        assertThat(reply.json().get("accepted").asInt()).isEqualTo(3);
        assertThat(contents("")).containsExactlyInAnyOrder("tea", "coffee");
        assertThat(contents("?source=cli")).containsExactly("the café is closed — يوم 🎉");
        assertThat(spooled()).isEmpty();
    }

    @Test
    void turnsAreTold() throws IOException {
        Reply reply = post("?app=a&user=u&wait=true", file("turns.parquet"));

        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        assertThat(client.get("/v1/memories/a/u/turns").json().get("turns")).hasSize(2);
    }

    @Test
    void columnsThatNobodyKnowsAreRefusedByName() throws IOException {
        Reply reply = post("?app=a&user=u", file("unknown.parquet"));

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.text()).contains("__index_level_0__");
        assertThat(spooled()).isEmpty();
    }

    @Test
    void whatIsNoParquetIsRefusedWithoutNamesOfFiles() throws IOException {
        byte[] whole = file("records-snappy.parquet");
        for (byte[] body :
                List.of(
                        new byte[0],
                        "PAR1".getBytes(StandardCharsets.US_ASCII),
                        "{\"record\":{\"content\":\"x\"}}".getBytes(StandardCharsets.US_ASCII),
                        Arrays.copyOf(whole, whole.length / 2))) {
            Reply reply = post("?app=a&user=u", body);

            assertThat(reply.status()).as(reply.text()).isEqualTo(400);
            assertThat(reply.text())
                    .contains("no file of Parquet", "0 rows")
                    .doesNotContain("alluvium-import");
        }
        assertThat(spooled()).isEmpty();
    }

    private List<String> contents(String query) {
        return client.get("/v1/memories/a/u/records" + query).json().findValuesAsText("content");
    }

    private static List<Path> spooled() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> file.getFileName().toString().startsWith("alluvium-import"))
                    .toList();
        }
    }

    private byte[] file(String name) throws IOException {
        try (InputStream in = getClass().getResourceAsStream("/columns/" + name)) {
            return in.readAllBytes();
        }
    }

    private Reply post(String query, byte[] body) {
        return client.send("POST", "/v1/import" + query, body, "Content-Type", PARQUET);
    }
}
