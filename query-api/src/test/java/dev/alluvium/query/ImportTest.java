package dev.alluvium.query;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.query.TestingClient.Reply;
import dev.alluvium.state.command.AssertFacts;
import dev.alluvium.state.command.LogTurns;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class ImportTest extends ServerTest {

    @Test
    void rowsOfAllKindsAndMemoriesAreTakenAndBadOnesListedByLine() {
        String body =
                """
                {"app":"a","user":"u1","turn":{"session":"s","content":"hello"}}
                {"app":"a","user":"u2","record":{"content":"the sky is blue"}}

                {"app":"a","user":"u1","turn":{"session":"s","content":"  "}}
                {"app":"a","user":"u1","turn":{"session":"s","content":"world"},"extra":1}
                not json
                {"app":"a","user":"u1","record":{"content":"tea"}}
                {"app":"a","turn":{"content":"nobody's"}}
                [1]
                {"app":"a","user":"u1","turn":{"session":"s","content":"bye"}}
                """;

        Reply reply = client.post("/v1/import?wait=true", body);

        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        JsonNode json = reply.json();
        assertThat(json.get("accepted").asInt()).isEqualTo(4);
        assertThat(json.get("rejected").asInt()).isEqualTo(5);
        assertThat(json.get("rejections").findValuesAsText("line"))
                .containsExactly("4", "5", "6", "8", "9");
        assertThat(json.at("/rejections/0/detail").asText()).contains("blank");
        assertThat(json.at("/rejections/1/detail").asText()).contains("extra");
        assertThat(json.at("/rejections/2/detail").asText()).contains("malformed JSON");
        assertThat(client.get("/v1/memories/a/u1/turns").json().get("turns")).hasSize(2);
        assertThat(client.get("/v1/memories/a/u1/records").json().get("records")).hasSize(1);
        assertThat(client.get("/v1/memories/a/u2/records").json().get("records")).hasSize(1);
    }

    @Test
    void consecutiveRowsShareACommandInTheirOrder() {
        String body =
                IntStream.range(0, 1200)
                        .mapToObj(
                                i ->
                                        "{\"turn\":{\"id\":\"t"
                                                + i
                                                + "\",\"content\":\"n "
                                                + i
                                                + "\"}}")
                        .collect(Collectors.joining("\n"));

        Reply reply = client.post("/v1/import?app=a&user=u", body);

        assertThat(reply.status()).isEqualTo(202);
        assertThat(reply.json().get("accepted").asInt()).isEqualTo(1200);
        assertThat(memory.appended()).hasSize(3);
        assertThat(
                        memory.appended().stream()
                                .flatMap(command -> ((LogTurns) command).turns().stream())
                                .map(turn -> turn.id()))
                .containsExactlyElementsOf(
                        IntStream.range(0, 1200).mapToObj(i -> "t" + i).toList());
    }

    @Test
    void interleavedMemoriesKeepEachTheirOrder() {
        String body =
                IntStream.range(0, 1000)
                        .mapToObj(
                                i ->
                                        "{\"user\":\"u%d\",\"turn\":{\"id\":\"t%d\",\"content\":\"n\"}}"
                                                .formatted(i % 100, i))
                        .collect(Collectors.joining("\n"));

        client.post("/v1/import?app=a", body);

        for (int user = 0; user < 100; user++) {
            String name = "u" + user;
            assertThat(
                            memory.appended().stream()
                                    .filter(command -> command.memory().user().equals(name))
                                    .flatMap(command -> ((LogTurns) command).turns().stream())
                                    .map(turn -> Integer.parseInt(turn.id().substring(1))))
                    .hasSize(10)
                    .isSorted();
        }
    }

    @Test
    void partsOfAGraphShareACommandAsLongAsTheyKeepTheirOrder() {
        String body =
                """
                {"entity":{"name":"Alice","type":"person","observations":["likes tea"]}}
                {"observation":{"entity":"Alice","content":"lives in Oslo","valid_from":"2021-01-01"}}
                {"relation":{"source":"Alice","type":"knows","target":{"name":"Bob","type":"person"}}}
                {"observation":{"entity":"Carol","content":"is new"}}
                {"turn":{"content":"hello"}}
                {"entity":{"name":"Dan"}}
                """;

        Reply reply = client.post("/v1/import?app=a&user=u&wait=true", body);

        assertThat(reply.json().get("accepted").asInt()).as(reply.text()).isEqualTo(6);
        assertThat(memory.appended())
                .extracting(command -> command.getClass().getSimpleName())
                .containsExactly("AssertFacts", "AssertFacts", "LogTurns", "AssertFacts");
        assertThat(((AssertFacts) memory.appended().get(0)).relations()).hasSize(1);
        assertThat(client.delete("/v1/memories/a/u/graph/entities/bob?type=person").status())
                .isEqualTo(202);
        assertThat(client.delete("/v1/memories/a/u/graph/entities/carol").status()).isEqualTo(202);
    }

    @Test
    void rowsOfAGraphThatCannotBeAreListedByLine() {
        String body =
                """
                {"entity":{"name":" "}}
                {"observation":{"content":"nobody's"}}
                {"observation":{"entity":"Alice","content":"over","valid_to":"2020-01-01"}}
                {"relation":{"source":"Alice","type":"knows"}}
                {"relation":{"source":"Alice","type":"knows","target":"Bob","valid_from":"2022-01-01","valid_to":"2021-01-01"}}
                {"entity":{"name":"Alice"},"turn":{"content":"x"}}
                {"relation":{"source":"Alice","type":"knows","target":"Bob"}}
                """;

        JsonNode json = client.post("/v1/import?app=a&user=u&wait=true", body).json();

        assertThat(json.get("accepted").asInt()).as(json.toString()).isEqualTo(1);
        assertThat(json.get("rejections").findValuesAsText("line"))
                .containsExactly("1", "2", "3", "4", "5", "6");
        assertThat(json.at("/rejections/2/detail").asText()).contains("give valid_from");
    }

    @Test
    void aRowThatTheMemoryCannotTakeDoesNotTakeOthersWithIt() {
        client.post(
                "/v1/memories/a/u/graph/entities",
                """
                {"entities":[{"name":"Mercury","type":"planet"},{"name":"Mercury","type":"element","distinct":true},
                  {"name":"Ann","observations":[{"id":"f","content":"says one thing"}]}]}
                """);

        client.post(
                "/v1/import?app=a&user=u&wait=true",
                """
                {"entity":{"name":"Bob","aliases":["Ann"]}}
                {"observation":{"entity":"Ann","id":"f","content":"says another"}}
                {"observation":{"entity":"Mercury","content":"is ambiguous"}}
                {"observation":{"entity":"Ann","id":"good","content":"is fine"}}
                {"relation":{"source":"Carl","type":"owns","target":"Mercury"}}
                {"relation":{"source":"Ann","type":"owns","target":"Dog","id":"owned"}}
                """);

        assertThat(client.delete("/v1/memories/a/u/graph/facts/good").status()).isEqualTo(202);
        assertThat(client.delete("/v1/memories/a/u/graph/facts/owned").status()).isEqualTo(202);
        for (String unknown : new String[] {"Bob", "Carl"}) {
            assertThat(client.delete("/v1/memories/a/u/graph/entities/" + unknown).status())
                    .isEqualTo(404);
        }
        assertThat(memory.appended()).filteredOn(AssertFacts.class::isInstance).hasSize(2);
    }

    @Test
    void zippedBodiesAreTakenAndBrokenOnesRefused() throws IOException {
        byte[] plain =
                "{\"turn\":{\"content\":\"hello\"}}\n".repeat(10).getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(zipped)) {
            gzip.write(plain);
        }
        byte[] cut = Arrays.copyOf(zipped.toByteArray(), zipped.size() - 9);

        Reply whole =
                client.send(
                        "POST",
                        "/v1/import?app=a&user=u",
                        zipped.toByteArray(),
                        "Content-Encoding",
                        "gzip");
        Reply broken =
                client.send("POST", "/v1/import?app=a&user=u", cut, "Content-Encoding", "gzip");
        Reply noZip =
                client.send("POST", "/v1/import?app=a&user=u", plain, "Content-Encoding", "gzip");

        assertThat(whole.json().get("accepted").asInt()).isEqualTo(10);
        assertThat(broken.status()).isEqualTo(400);
        assertThat(broken.text()).contains("gzip");
        assertThat(noZip.status()).isEqualTo(400);
    }

    @Test
    void aRepeatedImportWithTheSameKeyChangesNothing() {
        String body = "{\"record\":{\"content\":\"one\"}}\n{\"record\":{\"content\":\"two\"}}\n";

        client.post("/v1/import?app=app&user=user&wait=true", body, "Idempotency-Key", "k");
        client.post("/v1/import?app=app&user=user&wait=true", body, "Idempotency-Key", "k");

        assertThat(client.get(MEMORY + "/records").json().get("total").asInt()).isEqualTo(2);
    }

    @Test
    void aVectorOfAnotherDimensionIsARejectedLine() {
        String body =
                """
                {"record":{"content":"one","vector":[1,0,0]}}
                {"record":{"content":"two","vector":[1,0]}}
                """;

        JsonNode json = client.post("/v1/import?app=a&user=u&wait=true", body).json();

        assertThat(json.get("accepted").asInt()).isEqualTo(1);
        assertThat(json.at("/rejections/0/line").asInt()).isEqualTo(2);
        assertThat(json.at("/rejections/0/detail").asText()).contains("2 dimensions", "of 3");
    }

    @Test
    void anExportIsReadBackByAnImport() {
        client.post(
                "/v1/import?app=a&user=u&wait=true",
                """
                {"record":{"id":"r","content":"the sky is blue","scope":"/x","categories":["c"],"metadata":{"k":[1]},"vector":[1,0]}}
                {"turn":{"id":"t","session":"s","author":"me","content":"hello","at":"2026-01-01T00:00:00Z"}}
                """);

        String exported = client.get("/v1/memories/a/u/export?vector=true").text();
        client.delete("/v1/memories/a/u?wait=true");
        JsonNode json = client.post("/v1/import?wait=true", exported).json();

        assertThat(json.get("accepted").asInt()).as(exported).isEqualTo(2);
        assertThat(client.get("/v1/memories/a/u/export?vector=true").text()).isEqualTo(exported);
    }

    @Test
    void anExportOfAGraphIsReadBackByAnImport() {
        client.post(
                "/v1/memories/a/u/graph",
                """
                {"entities":[
                  {"id":"e1","name":"Zoë \\"Z\\" / 東京","type":"person","aliases":["Zo 🦊"],"observations":[
                    {"id":"o1","content":"likes 🍵","valid_from":"2020-01-01","valid_to":"2021-01-01","source":"crm","confidence":0.5},
                    {"content":"likes 🍵","valid_from":"2020-01-01","valid_to":"2021-01-01","session":"s1","turn":"t1"},
                    {"content":"likes 🍵","valid_from":"2024-01-01"},
                    {"id":"o2","content":"لندن","attribute":"home","single_valued":true,"valid_from":"2020-01-01","vector":[1,2,3]},
                    {"id":"o3","content":"Москва","attribute":"home","single_valued":true,"valid_from":"2022-01-01","vector":[-0.3,0.17,5]}]},
                  {"name":"Mercury","type":"planet"},
                  {"name":"Mercury","type":"element","distinct":true},
                  {"name":"Bob"},{"name":"Robert"}],
                 "relations":[
                  {"source":"Zo 🦊","type":"studies","target":{"name":"Mercury","type":"planet"},"said_by":"crm"},
                  {"source":"Bob","type":"knows","target":"Robert"},
                  {"source":"Bob","type":"likes","target":"tea"}],
                 "create_missing":true}
                """);
        client.post("/v1/memories/a/u/graph/entities/Bob/merge", "{\"into\":\"Robert\"}");
        client.post("/v1/memories/a/u/graph/facts/o1/correct", "{\"content\":\"likes coffee\"}");

        String exported = client.get("/v1/memories/a/u/export?vector=true").text();
        client.delete("/v1/memories/a/u?wait=true");
        JsonNode json = client.post("/v1/import?wait=true", exported).json();
        String again = client.get("/v1/memories/a/u/export?vector=true").text();
        client.post("/v1/import?wait=true", exported);

        assertThat(json.get("rejected").asInt()).as(json.toString()).isZero();
        assertThat(again).isEqualTo(exported).contains("likes coffee", "\"vector\":");
        assertThat(client.get("/v1/memories/a/u/export?vector=true").text()).isEqualTo(exported);
    }

    @Test
    void aLineOverTheLimitIsSkippedWhole() {
        String huge = "{\"turn\":{\"content\":\"" + "x".repeat(5 * 1024 * 1024) + "\"}}";
        String body =
                "{\"turn\":{\"content\":\"a\"}}\n" + huge + "\n{\"turn\":{\"content\":\"b\"}}";

        JsonNode json = client.post("/v1/import?app=a&user=u", body).json();

        assertThat(json.get("accepted").asInt()).isEqualTo(2);
        assertThat(json.at("/rejections/0/line").asInt()).isEqualTo(2);
        assertThat(json.at("/rejections/0/detail").asText()).contains("4 MiB");
    }
}
