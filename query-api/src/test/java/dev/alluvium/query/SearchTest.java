package dev.alluvium.query;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.query.TestingClient.Reply;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The search of a memory as a whole. */
class SearchTest extends ServerTest {

    @BeforeEach
    void fill() {
        client.post(
                MEMORY + "/graph",
                """
                {"entities":[
                  {"name":"Alice","type":"person","observations":["prefers morning sessions"]},
                  {"name":"Bob","type":"person","observations":[{"content":"trained for a marathon","valid_from":"2020-01-01","valid_to":"2021-01-01"}]}],
                 "relations":[{"source":"Alice","type":"training_for","target":"10k race"}],
                 "create_missing":true}
                """);
        client.post(
                MEMORY + "/records",
                """
                {"records":[
                  {"id":"plan","content":"The training plan for the race has four runs a week."},
                  {"id":"secret","content":"The race is rigged.","source":"ann","private":true},
                  {"id":"other","content":"The fridge hums."}]}
                """);
        client.post(
                MEMORY + "/turns",
                """
                {"turns":[
                  {"id":"t1","session":"s","author":"Alice","content":"My race is in October."},
                  {"id":"t2","session":"s","author":"coach","content":"Noted."}]}
                """);
    }

    @Test
    void aBlankQueryGivesTheCard() {
        JsonNode json = search("{\"query\":\" \"}");

        assertThat(json.get("card").asText()).contains("Alice (person): prefers morning sessions");
        assertThat(json.has("matches")).isFalse();
        assertThat(json.get("position").asText()).isNotBlank();
    }

    @Test
    void allKindsAreRankedTogether() {
        JsonNode matches =
                search("{\"query\":\"what race is Alice training for?\"}").get("matches");

        assertThat(matches.findValuesAsText("kind")).contains("entity", "record", "turn");
        assertThat(matches.at("/0/kind").asText()).isEqualTo("entity");
        assertThat(matches.at("/0/entity/name").asText()).isEqualTo("Alice");
        assertThat(matches.findValues("score"))
                .extracting(JsonNode::asDouble)
                .isSortedAccordingTo((one, other) -> Double.compare(other, one))
                .allSatisfy(score -> assertThat(score).isBetween(0.0, 1.0));
        assertThat(matches.findValuesAsText("id")).doesNotContain("other", "secret", "t2");
        assertThat(matches.findValuesAsText("at")).allMatch(at -> at.endsWith("Z"));
    }

    @Test
    void whoeverHasAllWordsIsFirstWhateverItsKind() {
        assertThat(search("{\"query\":\"race October\"}").at("/matches/0/turn/id").asText())
                .isEqualTo("t1");
        assertThat(search("{\"query\":\"runs a week\"}").at("/matches/0/record/id").asText())
                .isEqualTo("plan");
        assertThat(search("{\"query\":\"morning sessions\"}").at("/matches/0/entity/name").asText())
                .isEqualTo("Alice");
        assertThat(search("{\"query\":\"race\",\"limit\":1}").get("matches")).hasSize(1);
    }

    @Test
    void onlyWhatHeldAndWasKnownIsFound() {
        JsonNode now = search("{\"query\":\"marathon\"}");
        JsonNode then = search("{\"query\":\"marathon\",\"as_of\":\"2020-06-01\"}");

        assertThat(now.get("matches")).isEmpty();
        assertThat(now.get("suppressed").asInt()).isEqualTo(1);
        assertThat(then.at("/matches/0/entity/name").asText()).isEqualTo("Bob");
        assertThat(search("{\"query\":\"race\",\"known_at\":\"2001-01-01\"}").get("matches"))
                .isEmpty();
        // An entity is a name; only what is said of it has times.
        assertThat(
                        search("{\"query\":\"race\",\"as_of\":\"2001-01-01\"}")
                                .get("matches")
                                .findValuesAsText("kind"))
                .containsExactly("entity");
    }

    @Test
    void privateRecordsAreTheirSources() {
        assertThat(
                        search("{\"query\":\"race rigged\",\"source\":\"ann\"}")
                                .at("/matches/0/record/id")
                                .asText())
                .isEqualTo("secret");
    }

    @Test
    void whatIsNotAskedProperlyIsRefused() {
        assertThat(client.post(MEMORY + "/search", "{}").status()).isEqualTo(400);
        assertThat(
                        client.post(
                                        MEMORY + "/search",
                                        "{\"query\":\"x\",\"mode\":\"lexical\",\"vector\":[1,0]}")
                                .text())
                .contains("/mode");
        assertThat(client.post(MEMORY + "/search?root=/a", "{\"query\":\"x\"}").status())
                .isEqualTo(403);
    }

    private JsonNode search(String body) {
        Reply reply = client.post(MEMORY + "/search", body);
        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        return reply.json();
    }
}
