package dev.alluvium.query;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.query.TestingClient.Reply;
import dev.alluvium.query.columns.ArrowRows;
import dev.alluvium.query.columns.ReadyValues;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ColumnExportTest extends ServerTest {

    private static final String STREAM = "application/vnd.apache.arrow.stream";

    @BeforeEach
    void fill() {
        Reply reply =
                client.post(
                        "/v1/import?app=a&user=ü%2F1&wait=true",
                        """
                        {"record":{"id":"r","content":"the sky is blue 🎉","scope":"/x","categories":["c","d"],"metadata":{"k":[1]},"vector":[1,0]}}
                        {"record":{"id":"s","content":"tea","private":true,"source":"cli","importance":0.25,"valid_from":"1999-12-31T23:59:59.5Z","valid_to":"2030-01-01T00:00:00Z","vector":[0,1]}}
                        {"turn":{"id":"t","session":"s","author":"me","content":"hello","at":"2026-01-01T00:00:00Z","metadata":{"n":null}}}
                        """);
        assertThat(reply.json().get("accepted").asInt()).as(reply.text()).isEqualTo(3);
    }

    @Test
    void whatIsExportedAsColumnsIsReadBackByAnImport() {
        String lines = export("?vector=true&include_private=true").text();
        Reply records = export("?include_private=true", "Accept", STREAM);
        Reply turns = export("?kind=turns", "Accept", STREAM);
        client.delete("/v1/memories/a/%C3%BC%2F1?wait=true");
        assertThat(records.header("Content-Type")).isEqualTo(STREAM);
        assertThat(records.header("Alluvium-Position")).isNotBlank();

        assertThat(imported(records)).isEqualTo(2);
        assertThat(imported(turns)).isEqualTo(1);

        assertThat(export("?vector=true&include_private=true").text()).isEqualTo(lines);
    }

    @Test
    void whoMayNotSeeARecordDoesNotExportIt() throws IOException {
        assertThat(rows(export("", "Accept", STREAM)))
                .extracting(row -> row.at("/record/id").asText())
                .containsExactly("r");
        assertThat(rows(export("?root=/nowhere", "Accept", STREAM))).isEmpty();
        assertThat(rows(export("?root=/x&kind=turns", "Accept", STREAM))).isEmpty();
    }

    @Test
    void vectorsMayBeLeftOut() throws IOException {
        List<ObjectNode> rows = rows(export("?vector=false", "Accept", STREAM));

        assertThat(rows.get(0).at("/record").has("vector")).isFalse();
        assertThat(rows.get(0).get("user").asText()).isEqualTo("ü/1");
    }

    @Test
    void aMemoryOfNothingIsAStreamOfNoRows() throws IOException {
        Reply reply = client.get("/v1/memories/a/nobody/export", "Accept", STREAM);

        assertThat(rows(reply)).isEmpty();
    }

    @Test
    void columnsAreOfOneKind() {
        assertThat(export("?kind=turns&kind=records", "Accept", STREAM).status()).isEqualTo(400);
        assertThat(export("?kind=graph", "Accept", STREAM).status()).isEqualTo(400);
        assertThat(export("?kind=rows", "Accept", STREAM).status()).isEqualTo(400);
    }

    @Test
    void aRecallMayBeAnsweredInColumns() throws IOException {
        Reply reply =
                client.post(
                        "/v1/memories/a/%C3%BC%2F1/recall",
                        "{\"query\":\"blue sky\",\"include_vectors\":true,\"read_only\":true}",
                        "Accept",
                        STREAM);

        assertThat(reply.header("Content-Type")).isEqualTo(STREAM);
        try (BufferAllocator allocator = new RootAllocator();
                ArrowStreamReader reader =
                        new ArrowStreamReader(
                                new ByteArrayInputStream(reply.response().body()), allocator)) {
            VectorSchemaRoot batch = reader.getVectorSchemaRoot();
            assertThat(reader.loadNextBatch()).isTrue();
            assertThat(batch.getRowCount()).isEqualTo(1);
            assertThat(batch.getVector("id").getObject(0)).hasToString("r");
            assertThat((Double) batch.getVector("score").getObject(0)).isPositive();
            assertThat(batch.getVector("match_reasons").getObject(0).toString())
                    .contains("lexical");
            assertThat(batch.getVector("vector").getObject(0)).isEqualTo(List.of(1f, 0f));
            assertThat(batch.getSchema().getCustomMetadata())
                    .containsAllEntriesOf(
                            Map.of(
                                    "suppressed",
                                    "0",
                                    "position",
                                    reply.header("Alluvium-Position")));
        }
    }

    private Reply export(String query, String... headers) {
        return client.get("/v1/memories/a/%C3%BC%2F1/export" + query, headers);
    }

    private int imported(Reply columns) {
        Reply reply =
                client.send(
                        "POST",
                        "/v1/import?wait=true",
                        columns.response().body(),
                        "Content-Type",
                        STREAM);
        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        return reply.json().get("accepted").asInt();
    }

    private static List<ObjectNode> rows(Reply reply) throws IOException {
        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        List<ObjectNode> rows = new ArrayList<>();
        try (ArrowRows columns =
                ArrowRows.open(new ByteArrayInputStream(reply.response().body()), null)) {
            while (columns.next()) {
                rows.add(ReadyValues.plain(columns.row()));
            }
        }
        return rows;
    }
}
