package dev.alluvium.query;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.query.TestingClient.Reply;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The graph as it is read over HTTP. */
class GraphReadsTest extends ServerTest {

    private static final String GRAPH = MEMORY + "/graph";

    @BeforeEach
    void state() {
        client.post(
                GRAPH,
                """
                {"entities":[
                  {"name":"Alice","type":"person","observations":[
                    {"id":"tea","content":"likes tea","valid_from":"2021-01-01"},
                    {"id":"oslo","content":"Oslo","attribute":"home","single_valued":true,"valid_from":"2021-01-01"},
                    {"id":"rome","content":"Rome","attribute":"home","single_valued":true,"valid_from":"2023-01-01"}]},
                  {"name":"Acme","type":"company","observations":["makes rockets"]},
                  {"name":"Vienna","type":"city"}],
                 "relations":[
                  {"id":"works","source":"Alice","type":"works_at","target":"Acme","valid_from":"2022-01-01"},
                  {"id":"seat","source":"Acme","type":"has_seat_in","target":"Vienna","valid_from":"2020-01-01","valid_to":"2024-01-01"}]}
                """);
    }

    @Test
    void anEntityIsReadAtAMoment() {
        JsonNode now = client.get(GRAPH + "/entities/alice").json();
        JsonNode then = client.get(GRAPH + "/entities/ALICE?as_of=2021-06-01").json();

        assertThat(now.get("name").asText()).isEqualTo("Alice");
        assertThat(now.get("observations").findValuesAsText("content"))
                .containsExactly("likes tea", "Rome");
        assertThat(now.at("/relations/0/target").asText()).isEqualTo("Acme");
        assertThat(then.get("observations").findValuesAsText("content"))
                .containsExactly("likes tea", "Oslo");
        assertThat(then.get("relations")).isEmpty();
        assertThat(client.get(GRAPH + "/entities/alice?known_at=2001-01-01").status())
                .isEqualTo(404);
        assertThat(client.get(GRAPH + "/entities/nobody").status()).isEqualTo(404);
    }

    @Test
    void searchFindsWhatHoldsAndCountsWhatDoesNot() {
        Reply reply = client.post(GRAPH + "/search", "{\"query\":\"where is Oslo?\"}");
        JsonNode then =
                client.post(GRAPH + "/search", "{\"query\":\"Oslo\",\"as_of\":\"2021-06-01\"}")
                        .json();

        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        assertThat(reply.json().get("matches")).isEmpty();
        assertThat(reply.json().get("suppressed").asInt()).isEqualTo(1);
        assertThat(reply.json().get("position").asText())
                .isEqualTo(reply.header("Alluvium-Position"));
        assertThat(then.at("/matches/0/entity/name").asText()).isEqualTo("Alice");
        assertThat(then.at("/matches/0/score").asDouble()).isPositive();
        assertThat(
                        client.post(GRAPH + "/search", "{\"query\":\" \",\"limit\":2}")
                                .json()
                                .get("matches"))
                .hasSize(2);
    }

    @Test
    void namesAreOpenedInTheOrderAsked() {
        JsonNode json =
                client.post(
                                GRAPH + "/open",
                                "{\"names\":[\"vienna\",\"nobody\",{\"name\":\"Acme\",\"type\":\"company\"}]}")
                        .json();

        assertThat(json.get("entities").findValuesAsText("type"))
                .startsWith("city")
                .contains("company");
        assertThat(json.at("/entities/0/name").asText()).isEqualTo("Vienna");
        assertThat(json.get("unknown")).hasToString("[\"nobody\"]");
        assertThat(client.post(GRAPH + "/open", "{}").text()).contains("/names");
    }

    @Test
    void theGraphIsPaged() {
        JsonNode first = client.get(GRAPH + "?limit=2").json();
        JsonNode second =
                client.get(GRAPH + "?limit=2&cursor=" + first.get("next_cursor").asText()).json();

        assertThat(first.get("entities").findValuesAsText("name")).containsExactly("Alice", "Acme");
        assertThat(first.get("relations").findValuesAsText("id")).containsExactly("works");
        assertThat(second.get("entities").findValuesAsText("name")).containsExactly("Vienna");
        assertThat(second.get("next_cursor").isNull()).isTrue();
        assertThat(client.get(GRAPH + "?cursor=x").status()).isEqualTo(400);
    }

    @Test
    void neighboursAreReachedWhileTheWholeWayHolds() {
        JsonNode json =
                client.get(GRAPH + "/entities/Alice/neighbours?depth=2&as_of=2023-01-01").json();

        assertThat(json.at("/neighbours/0/entity/name").asText()).isEqualTo("Acme");
        assertThat(json.at("/neighbours/1/entity/name").asText()).isEqualTo("Vienna");
        assertThat(json.at("/neighbours/1/valid_from").asText()).startsWith("2022");
        assertThat(json.at("/neighbours/1/valid_to").asText()).startsWith("2024");
        assertThat(
                        client.get(GRAPH + "/entities/Alice/neighbours?depth=2")
                                .json()
                                .get("neighbours"))
                .hasSize(1);
        assertThat(client.get(GRAPH + "/entities/Alice/neighbours?depth=9").status())
                .isEqualTo(400);
        assertThat(client.get(GRAPH + "/entities/nobody/neighbours").status()).isEqualTo(404);
    }

    @Test
    void historyTellsAllVersions() {
        client.post(GRAPH + "/facts/tea/correct", "{\"content\":\"likes coffee\"}");
        client.post(GRAPH + "/facts/tea/invalidate", "{\"at\":\"2025-01-01\"}");

        JsonNode fact = client.get(GRAPH + "/facts/tea/history").json();
        JsonNode entity = client.get(GRAPH + "/entities/Alice/history").json();

        assertThat(fact.get("versions").findValuesAsText("content"))
                .startsWith("likes tea")
                .endsWith("likes coffee");
        assertThat(entity.get("facts").findValuesAsText("id"))
                .containsExactlyInAnyOrder("tea", "oslo", "rome", "works");
        assertThat(entity.at("/entity/types/0/type").asText()).isEqualTo("person");
        assertThat(client.get(GRAPH + "/facts/none/history").status()).isEqualTo(404);
        assertThat(client.get(GRAPH + "/entities/none/history").status()).isEqualTo(404);
    }

    @Test
    void aDifferenceTellsWhatBeganAndEnded() {
        JsonNode json = client.get(GRAPH + "/diff?from=2022-06-01&to=2023-06-01").json();

        assertThat(json.get("began").findValuesAsText("content")).containsExactly("Rome");
        assertThat(json.get("ended").findValuesAsText("content")).containsExactly("Oslo");
        assertThat(client.get(GRAPH + "/diff?from=2025-01-01").status()).isEqualTo(200);
        assertThat(client.get(GRAPH + "/diff").text()).contains("?from", "missing");
        assertThat(client.get(GRAPH + "/diff?from=2023-01-01&to=2022-01-01").status())
                .isEqualTo(400);
    }

    @Test
    void theProfileIsACardOfFewLines() {
        String card = client.get(MEMORY + "/profile").json().get("card").asText();
        Reply text = client.get(MEMORY + "/profile?entities=1", "Accept", "text/plain");

        assertThat(card.lines()).hasSize(2);
        assertThat(card).contains("Alice (person): ", "likes tea", "works_at", "Acme (company): ");
        assertThat(text.header("Content-Type")).startsWith("text/plain");
        assertThat(text.text().lines()).hasSize(1);
        assertThat(client.get("/v1/memories/app/nobody/profile").json().get("card").asText())
                .isEmpty();
        assertThat(
                        client.get(MEMORY + "/profile?max_chars=40&as_of=2021-06-01")
                                .json()
                                .get("card")
                                .asText())
                .hasSizeLessThanOrEqualTo(40);
    }

    @Test
    void homonymsAreAnsweredWithHowToChoose() {
        client.post(
                GRAPH + "/entities",
                "{\"entities\":[{\"name\":\"Vienna\",\"type\":\"ship\",\"distinct\":true}]}");

        for (String of : List.of("", "/history", "/neighbours")) {
            Reply reply = client.get(GRAPH + "/entities/vienna" + of);
            assertThat(reply.status()).as(of + reply.text()).isEqualTo(422);
            assertThat(reply.json().get("detail").asText()).contains("city", "ship", "type");
            assertThat(client.get(GRAPH + "/entities/vienna" + of + "?type=ship").status())
                    .isEqualTo(200);
        }
        assertThat(client.post(GRAPH + "/open", "{\"names\":[\"vienna\"]}").json().get("entities"))
                .hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a/b\\c//d",
                ".",
                "..",
                "say \"hi\" & 'bye' %2F ?x=1#y",
                "ذاكرة الوكيل",
                "北京 University",
                "서울 시청",
                "Москва",
                "👩‍🚀 Ann",
                "+1 (555) 0100",
                "Zo\u00eb",
                "Zoe\u0308"
            })
    void namesInPathsAreAnyText(String name) {
        String path = GRAPH + "/entities/" + encoded(name);
        client.post(
                GRAPH + "/observations",
                "{\"entity\":"
                        + quoted(name)
                        + ",\"observations\":[{\"id\":"
                        + quoted(name)
                        + ",\"content\":\"is here\"}],\"create_missing\":true}");

        JsonNode json = client.get(path).json();

        assertThat(json.at("/observations/0/content").asText())
                .as(json.toString())
                .isEqualTo("is here");
        assertThat(client.get(path + "/history").status()).isEqualTo(200);
        assertThat(client.get(path + "/neighbours").status()).isEqualTo(200);
        assertThat(client.get(GRAPH + "/facts/" + encoded(name) + "/history").status())
                .isEqualTo(200);
        assertThat(client.post(path + "/aliases?wait=true", "{\"alias\":\"also\"}").status())
                .isEqualTo(200);
        assertThat(client.get(GRAPH + "/entities/also").json()).isEqualTo(client.get(path).json());
        assertThat(client.delete(path + "?wait=true").json().get("forgotten").asInt()).isEqualTo(2);
        assertThat(client.get(path).status()).isEqualTo(404);
    }

    @Test
    void writingsOfOneNameAreOneEntity() {
        for (String name : List.of("Zo\u00eb", "zoe\u0308", " ZOE\u0308 ", "zo\u00eb")) {
            client.post(GRAPH + "/entities", "{\"entities\":[{\"name\":" + quoted(name) + "}]}");
        }

        JsonNode entities = client.get(GRAPH).json().get("entities");

        assertThat(entities.findValuesAsText("name"))
                .containsExactly("Alice", "Acme", "Vienna", "Zo\u00eb");
        assertThat(client.get(GRAPH + "/entities/" + encoded("ZOE\u0308")).status()).isEqualTo(200);
    }

    @Test
    void aReadSeesThisServersWritesOrSaysThatItCannot() {
        memory.hold();
        client.post(GRAPH + "/entities", "{\"entities\":[{\"name\":\"Late\"}]}");

        assertThat(client.get(GRAPH + "/entities/Late?timeout=50").status()).isEqualTo(504);
        memory.release();
        assertThat(client.get(GRAPH + "/entities/Late").status()).isEqualTo(200);
        memory.unavailable(true);
        assertThat(client.get(MEMORY + "/profile").status()).isEqualTo(503);
    }

    private static String quoted(String text) {
        return com.fasterxml.jackson.databind.node.TextNode.valueOf(text).toString();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace(".", "%2E");
    }
}
