package dev.alluvium.query;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.query.TestingClient.Reply;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is said of the graph over HTTP, and what its writers are told. */
class GraphWritesTest extends ServerTest {

    private static final String GRAPH = MEMORY + "/graph";

    @Test
    void idsNameEachEntityAndThenItsObservations() {
        Reply reply =
                client.post(
                        GRAPH + "/entities",
                        """
                        {"entities":[
                          {"name":"Alice","type":"person","observations":["likes tea",{"id":"mine","content":"likes jam"}]},
                          {"id":"acme","name":"Acme"}]}
                        """);

        assertThat(reply.status()).as(reply.text()).isEqualTo(202);
        List<String> ids = texts(reply.json().get("ids"));
        assertThat(ids).hasSize(4).doesNotHaveDuplicates().endsWith("mine", "acme");
        assertThat(reply.header("Alluvium-Position"))
                .isEqualTo(reply.json().get("position").asText());
        assertThat(client.delete(GRAPH + "/facts/" + ids.get(1) + "?wait=true").status())
                .isEqualTo(200);
    }

    @Test
    void outcomesSayWhatWasNewAndWhereTheKnownIs() {
        JsonNode first =
                client.post(
                                GRAPH + "/entities?wait=true",
                                "{\"entities\":[{\"name\":\"Alice\",\"observations\":[\"likes tea\"]}]}")
                        .json();
        JsonNode second =
                client.post(
                                GRAPH + "/entities?wait=true",
                                "{\"entities\":[{\"name\":\"ALICE \",\"type\":\"person\",\"observations\":[\"likes  tea\",\"likes jam\"]}]}")
                        .json();

        assertThat(actions(first)).containsExactly("inserted", "inserted");
        assertThat(actions(second)).containsExactly("updated", "duplicate", "inserted");
        assertThat(second.at("/outcomes/1/duplicate_of")).isEqualTo(first.at("/ids/1"));
        assertThat(second.at("/ids/0")).isEqualTo(first.at("/ids/0"));
        assertThat(second.at("/ids/1")).isEqualTo(first.at("/ids/1"));
    }

    @Test
    void unknownEndsOfARelationAreNamedAndNothingIsWritten() {
        String body =
                "{\"relations\":[{\"source\":\"Zoë\",\"type\":\"works_at\",\"target\":\"北京 University\"}]%s}";

        Reply refused = client.post(GRAPH + "/relations?wait=true", body.formatted(""));
        Reply taken =
                client.post(
                        GRAPH + "/relations?wait=true", body.formatted(",\"create_missing\":true"));
        Reply again = client.post(GRAPH + "/relations?wait=true", body.formatted(""));

        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.json().get("detail").asText())
                .contains("Zoë", "北京 University", "create_missing");
        assertThat(taken.status()).as(taken.text()).isEqualTo(200);
        assertThat(actions(again.json())).containsExactly("duplicate");
    }

    @Test
    void everythingIsStatedInOneCommand() {
        JsonNode json =
                client.post(
                                GRAPH + "?wait=true",
                                """
                                {"entities":[{"name":"Alice","observations":["a","b"]}],
                                 "observations":[{"entity":"Alice","observations":["c"],"attribute":"x"},{"entity":"Bob","observations":["d"]}],
                                 "relations":[{"source":"Alice","type":"knows","target":"Bob"}],
                                 "create_missing":true}
                                """)
                        .json();

        assertThat(json.get("ids")).as(json.toString()).hasSize(6);
        assertThat(actions(json)).containsOnly("inserted");
        assertThat(memory.appended()).hasSize(1);
        assertThat(
                        actions(
                                client.post(
                                                GRAPH + "/observations?wait=true",
                                                "{\"entity\":\"Bob\",\"observations\":[\"d\",\"e\"]}")
                                        .json()))
                .containsExactly("duplicate", "inserted");
    }

    @Test
    void aRepeatWithTheSameKeyNamesTheSame() {
        String body = "{\"entities\":[{\"name\":\"Alice\",\"observations\":[\"likes tea\"]}]}";
        Reply first = client.post(GRAPH + "/entities", body, "Idempotency-Key", "k");
        Reply repeat = client.post(GRAPH + "/entities", body, "Idempotency-Key", "k");
        restart();
        Reply late = client.post(GRAPH + "/entities", body, "Idempotency-Key", "k");

        assertThat(repeat.json()).isEqualTo(first.json());
        assertThat(late.json()).isEqualTo(first.json());
        assertThat(memory.appended()).hasSize(1);
    }

    @Test
    void factsAreRevisedByTheirIds() {
        client.post(
                GRAPH + "/entities",
                """
                {"entities":[{"name":"Alice","observations":[
                  {"id":"f1","content":"lives in Oslo","valid_from":"2021-01-01"},
                  {"id":"f2","content":"lives in Rome","valid_from":"2023-01-01"}]}]}
                """);

        assertThat(revise("f1", "invalidate", "{\"at\":\"2022-01-01\"}")).isEqualTo("updated");
        assertThat(revise("f1", "invalidate", "{\"at\":\"2024-01-01\"}")).isEqualTo("duplicate");
        assertThat(revise("f1", "correct", "{\"content\":\"lives in Bergen\"}"))
                .isEqualTo("updated");
        assertThat(revise("f1", "supersede", "{\"by\":\"f2\"}")).isEqualTo("updated");
        assertThat(revise("f2", "retract", "{\"reason\":\"a joke\"}")).isEqualTo("updated");
        Reply tooEarly =
                client.post(GRAPH + "/facts/f1/invalidate?wait=true", "{\"at\":\"2020-01-01\"}");
        assertThat(tooEarly.status()).isEqualTo(422);
        assertThat(tooEarly.json().get("detail").asText()).contains("before the fact begins");
        assertThat(client.post(GRAPH + "/facts/f1/correct", "{}").status()).isEqualTo(400);
        assertThat(client.post(GRAPH + "/facts/f1/supersede", "{}").text()).contains("/by");
    }

    @Test
    void whatIsUnknownIsNotFoundAndNothingIsWritten() {
        for (String path :
                List.of("/facts/f/invalidate", "/facts/f/retract", "/entities/nobody/unmerge")) {
            assertThat(client.post(GRAPH + path, "{}").status()).as(path).isEqualTo(404);
        }
        assertThat(client.post(GRAPH + "/facts/f/supersede", "{\"by\":\"g\"}").status())
                .isEqualTo(404);
        assertThat(client.post(GRAPH + "/entities/n/aliases", "{\"alias\":\"a\"}").status())
                .isEqualTo(404);
        assertThat(client.delete(GRAPH + "/facts/f").status()).isEqualTo(404);
        assertThat(client.delete(GRAPH + "/entities/n").status()).isEqualTo(404);
        assertThat(memory.appended()).isEmpty();
    }

    @Test
    void anotherMemorysFactIsNotFoundAndStaysAsItIs() {
        client.post(
                "/v1/memories/app/a/graph/entities",
                "{\"entities\":[{\"name\":\"Alice\",\"observations\":[{\"id\":\"f\",\"content\":\"x\"}]}]}");

        assertThat(client.post("/v1/memories/app/b/graph/facts/f/invalidate", "{}").status())
                .isEqualTo(404);
        memory.hold();
        client.post(
                "/v1/memories/app/b/graph/entities",
                "{\"entities\":[{\"name\":\"Alice\",\"observations\":[{\"id\":\"f\",\"content\":\"y\"}]}]}");
        memory.release();
        assertThat(
                        client.post("/v1/memories/app/a/graph/facts/f/invalidate?wait=true", "{}")
                                .status())
                .isEqualTo(200);
        assertThat(memory.appended()).hasSize(3);
    }

    /** Case 12 of the graph: none is lost, none is doubled. */
    @Test
    void twentyWritersAtOnceWriteTwentyFacts() {
        List<CompletableFuture<Reply>> replies =
                IntStream.range(0, 20)
                        .mapToObj(
                                i ->
                                        CompletableFuture.supplyAsync(
                                                () ->
                                                        client.post(
                                                                GRAPH
                                                                        + "/observations?wait=true&timeout=20000",
                                                                "{\"entity\":\"Alice\",\"observations\":[\"fact %d\"],\"create_missing\":true}"
                                                                        .formatted(i))))
                        .toList();

        assertThat(replies)
                .allSatisfy(
                        reply ->
                                assertThat(actions(reply.join().json()))
                                        .containsExactly("inserted"));
        assertThat(client.get(GRAPH + "/entities/alice").json().get("observations")).hasSize(20);
        assertThat(client.get(GRAPH).json().get("entities")).hasSize(1);
    }

    /** Case 13 of the graph: whatever is interleaved, each memory has its own. */
    @Test
    void interleavedMemoriesNeverMix() {
        for (int i = 0; i < 40; i++) {
            client.post(
                    "/v1/memories/app/m%d/graph/observations".formatted(i % 4),
                    "{\"entity\":\"Alice\",\"observations\":[{\"id\":\"f%d\",\"content\":\"of m%d, %d\"}],\"create_missing\":true}"
                            .formatted(i / 4, i % 4, i));
        }
        client.post("/v1/memories/app/m1/graph/facts/f0/retract", "{}");

        for (int m = 0; m < 4; m++) {
            List<String> contents =
                    client.get("/v1/memories/app/m" + m + "/graph/entities/alice")
                            .json()
                            .get("observations")
                            .findValuesAsText("content");
            String own = "of m" + m + ",";
            assertThat(contents)
                    .hasSize(m == 1 ? 9 : 10)
                    .allMatch(content -> content.startsWith(own));
        }
    }

    @Test
    void homonymsAreChosenByTheirType() {
        client.post(
                GRAPH + "/entities",
                """
                {"entities":[{"name":"Mercury","type":"planet"},{"name":"Mercury","type":"element","distinct":true}]}
                """);

        Reply ambiguous = client.delete(GRAPH + "/entities/mercury");
        Reply chosen = client.delete(GRAPH + "/entities/mercury?type=planet&wait=true");

        assertThat(ambiguous.status()).isEqualTo(422);
        assertThat(ambiguous.json().get("detail").asText()).contains("planet", "element", "?type=");
        assertThat(chosen.json().get("forgotten").asInt()).isEqualTo(1);
        assertThat(client.delete(GRAPH + "/entities/mercury?wait=true").status()).isEqualTo(200);
    }

    @Test
    void entitiesAreMergedAndParted() {
        client.post(
                GRAPH + "/entities",
                "{\"entities\":[{\"name\":\"Bob\"},{\"name\":\"Robert\"},{\"name\":\"Ann\"}]}");

        assertThat(
                        client.post(
                                        GRAPH + "/entities/Bob/merge?wait=true",
                                        "{\"into\":\"Robert\"}")
                                .status())
                .isEqualTo(200);
        assertThat(
                        client.post(
                                        GRAPH + "/entities/Ann/aliases?wait=true",
                                        "{\"alias\":\"bob\"}")
                                .status())
                .isEqualTo(422);
        assertThat(client.post(GRAPH + "/entities/Bob/unmerge?wait=true", "{}").status())
                .isEqualTo(200);
        assertThat(
                        client.post(
                                        GRAPH + "/entities/Ann/aliases?wait=true",
                                        "{\"alias\":\"O/Ann 'A'\"}")
                                .status())
                .isEqualTo(200);
        assertThat(
                        actions(
                                client.delete(
                                                GRAPH
                                                        + "/entities/ann/aliases/O%2Fann%20%27a%27?wait=true")
                                        .json()))
                .containsExactly("updated");
    }

    @Test
    void deletingATurnOrASessionTakesWhatOnlyTheySay() {
        client.post(
                MEMORY + "/turns",
                "{\"turns\":[{\"id\":\"t/1\",\"session\":\"s 1\",\"content\":\"I moved\"},{\"id\":\"t2\",\"session\":\"s 1\",\"content\":\"Hi\"}]}");
        client.post(
                GRAPH + "/entities",
                """
                {"entities":[{"name":"Alice","observations":[
                  "has no source",
                  {"id":"only","content":"moved","turn":"t/1"},
                  {"id":"both","content":"sings","turn":"t/1"},
                  {"id":"session","content":"greets","session":"s 1"}]}]}
                """);
        client.post(
                GRAPH + "/observations",
                "{\"entity\":\"Alice\",\"observations\":[{\"content\":\"sings\",\"source\":\"crm\"}]}");

        Reply turn = client.delete(MEMORY + "/turns/t%2F1?wait=true");
        Reply session = client.delete(MEMORY + "/sessions/s%201?wait=true");

        assertThat(turn.json().get("forgotten").asInt()).as(turn.text()).isEqualTo(2);
        assertThat(session.json().get("forgotten").asInt()).isEqualTo(2);
        assertThat(client.delete(GRAPH + "/facts/only").status()).isEqualTo(404);
        assertThat(client.delete(GRAPH + "/facts/both").status()).isEqualTo(202);
        assertThat(client.get(MEMORY + "/turns").json().get("total").asInt()).isZero();
        assertThat(
                        client.delete(MEMORY + "/sessions/none?wait=true")
                                .json()
                                .get("forgotten")
                                .asInt())
                .isZero();
    }

    @Test
    void aSelectionIsDeletedAndCounted() {
        client.post(
                GRAPH,
                """
                {"entities":[{"name":"Alice","observations":["likes tea","likes jam"]}],
                 "relations":[{"source":"Alice","type":"knows","target":"Bob"},{"source":"Bob","type":"knows","target":"Alice"}],
                 "create_missing":true}
                """);

        Reply reply =
                client.post(
                        GRAPH + "/delete?wait=true",
                        """
                        {"observations":[{"entity":"Alice","contents":["likes tea","unknown"]}],
                         "relations":[{"source":"Alice","type":"knows","target":"Bob"}],
                         "entities":["Bob","nobody"]}
                        """);

        assertThat(reply.json().get("forgotten").asInt()).as(reply.text()).isEqualTo(4);
        assertThat(client.post(GRAPH + "/delete", "{}").status()).isEqualTo(400);
    }

    @Test
    void vectorsOfOneMemoryHaveOneDimension() {
        client.post(
                GRAPH + "/observations",
                "{\"entity\":\"A\",\"create_missing\":true,\"observations\":[{\"content\":\"x\",\"vector\":[1,0,0]}]}");

        Reply reply =
                client.post(
                        GRAPH + "/observations",
                        "{\"entity\":\"A\",\"observations\":[{\"content\":\"y\",\"vector\":[1,0]}]}");

        assertThat(reply.status()).isEqualTo(422);
        assertThat(reply.text()).contains("2 dimensions", "of 3");
    }

    @Test
    void aViewOfAPartSeesNoGraph() {
        assertThat(
                        client.post(
                                        GRAPH + "/entities?root=/a",
                                        "{\"entities\":[{\"name\":\"Alice\"}]}")
                                .status())
                .isEqualTo(403);
        assertThat(client.delete(GRAPH + "/facts/f?root=/a").status()).isEqualTo(403);
        assertThat(client.delete(MEMORY + "/turns/t?root=/a").status()).isEqualTo(403);
    }

    private String revise(String id, String kind, String body) {
        Reply reply = client.post(GRAPH + "/facts/" + id + "/" + kind + "?wait=true", body);
        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        assertThat(reply.json().at("/ids/0").asText()).isEqualTo(id);
        return actions(reply.json()).get(0);
    }

    private static List<String> actions(JsonNode json) {
        return json.get("outcomes").findValuesAsText("action");
    }

    private static List<String> texts(JsonNode array) {
        return java.util.stream.StreamSupport.stream(array.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }
}
