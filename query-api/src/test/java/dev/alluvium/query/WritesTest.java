package dev.alluvium.query;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.query.OpenApi.Operation;
import dev.alluvium.query.RequestFuzz.Request;
import dev.alluvium.query.TestingClient.Reply;
import dev.alluvium.query.log.AppendFailedException;
import dev.alluvium.query.log.CommandTooLargeException;
import dev.alluvium.state.command.Forget;
import dev.alluvium.state.command.Remember;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Waiting, barriers, repeats, and what writers are told when something is not there. */
class WritesTest extends ServerTest {

    private static final String ONE = "{\"records\":[{\"content\":\"the sky is blue\"}]}";
    private static final String TWO = "{\"records\":[{\"content\":\"the sea is deep\"}]}";

    @Test
    void aWriteThatIsNotAppliedInTimeIsToldWithItsPosition() {
        memory.hold();

        Reply reply = client.post(MEMORY + "/records?wait=true&timeout=50", ONE);

        assertThat(reply.status()).isEqualTo(504);
        String position = reply.json().get("position").asText();
        assertThat(position).matches("\\d+:0");
        memory.release();
        assertThat(
                        client.get(MEMORY + "/records", "Alluvium-Position", position)
                                .json()
                                .get("total")
                                .asInt())
                .isEqualTo(1);
    }

    /**
     * Some writes look first whether what they change is there, and may wait for that in vain: that
     * must not look like a write which waits to be applied.
     */
    @ParameterizedTest
    @ValueSource(strings = {"", "?wait=true"})
    void noWriteIsToldToBeInTheLogThatIsNot(String wait) {
        client.post(MEMORY + "/records", ONE);
        memory.hold();
        client.post(MEMORY + "/records", TWO);
        OpenApi contract = OpenApi.load();
        RequestFuzz fuzz = new RequestFuzz(contract, 1);
        Set<Integer> seen = new TreeSet<>();
        List<Operation> writes =
                contract.operations().stream()
                        .filter(operation -> operation.path().startsWith("/v1/memories/{"))
                        .filter(operation -> operation.node().get("responses").has("202"))
                        .toList();
        for (Operation operation : writes) {
            for (int i = 0; i < 40; i++) {
                Request request = fuzz.next(operation);
                int before = memory.appended().size();
                Reply reply =
                        client.send(
                                request.method(),
                                request.path()
                                                .replaceFirst("\\?.*", "")
                                                .replaceFirst(
                                                        "memories/[^/]+/[^/]+", "memories/app/user")
                                        + wait,
                                request.body(),
                                contentType(request));
                seen.add(reply.status());
                boolean appended = memory.appended().size() > before;
                boolean toldSo = reply.status() < 300 || reply.status() == 504;
                assertThat(toldSo)
                        .as("%s -> %d %s", request, reply.status(), reply.text())
                        .isEqualTo(appended);
                assertThat(reply.header("Alluvium-Position") != null).isEqualTo(appended);
            }
        }
        assertThat(seen).contains(wait.isEmpty() ? 202 : 504, 503, 400);
    }

    private static String[] contentType(Request request) {
        List<String> headers = List.of(request.headers());
        int name = headers.indexOf("Content-Type");
        return name < 0 ? new String[0] : headers.subList(name, name + 2).toArray(String[]::new);
    }

    @Test
    void aReadDoesNotAnswerBeforeThisServersWritesAreApplied() {
        memory.hold();
        String position = client.post(MEMORY + "/records", ONE).json().get("position").asText();

        Reply early = client.post(MEMORY + "/recall?timeout=PT0.05S", "{\"query\":\"sky\"}");
        memory.release();
        Reply late = client.post(MEMORY + "/recall", "{\"query\":\"sky\"}");

        assertThat(early.status()).isEqualTo(504);
        assertThat(early.json().get("position").asText()).isEqualTo(position);
        assertThat(late.json().get("matches")).hasSize(1);
    }

    @Test
    void aReadWaitsForThePositionItsCallerNames() {
        String position = client.post(MEMORY + "/records", ONE).json().get("position").asText();
        String partition = position.split(":")[0];

        assertThat(
                        client.get(
                                        MEMORY + "/records?timeout=50",
                                        "Alluvium-Position",
                                        partition + ":5")
                                .status())
                .isEqualTo(504);
        assertThat(client.get(MEMORY + "/records?timeout=50", "Alluvium-Position", "9:0").status())
                .isEqualTo(504);
        assertThat(
                        client.get(MEMORY + "/records", "Alluvium-Position", position)
                                .header("Alluvium-Position"))
                .isEqualTo(position);
    }

    @Test
    void aMemoryThatIsRecoveringIsToldWithRetryAfter() {
        client.post(MEMORY + "/records", ONE);
        memory.unavailable(true);

        Reply read = client.post(MEMORY + "/recall", "{\"query\":\"sky\"}");
        Reply write = client.post(MEMORY + "/records", TWO);
        Reply waiting = client.post(MEMORY + "/records?wait=true&timeout=100", TWO);

        assertThat(read.status()).isEqualTo(503);
        assertThat(read.header("Retry-After")).isEqualTo("1");
        assertThat(client.get("/readyz").status()).isEqualTo(503);
        assertThat(write.status()).isEqualTo(202);
        assertThat(waiting.status()).isEqualTo(504);
        assertThat(waiting.header("Retry-After")).isEqualTo("1");
        assertThat(waiting.json().get("position").asText()).isNotBlank();
        memory.unavailable(false);
        assertThat(client.get("/readyz").status()).isEqualTo(200);
    }

    @Test
    void aLogThatDoesNotAnswerIsTold() {
        memory.failAppends(new AppendFailedException("the log did not acknowledge", null));
        assertThat(client.post(MEMORY + "/records", ONE).status()).isEqualTo(503);
        assertThat(
                        client.post("/v1/import?app=a&user=u", "{\"turn\":{\"content\":\"x\"}}")
                                .status())
                .isEqualTo(503);

        memory.failAppends(new CommandTooLargeException("the command has 30000000 bytes"));
        assertThat(client.post(MEMORY + "/records", ONE).status()).isEqualTo(413);
    }

    @Test
    void aRepeatWithTheSameKeyAnswersAsTheFirstDid() {
        Reply first = client.post(MEMORY + "/records?wait=true", ONE, "Idempotency-Key", "k1");
        client.post(MEMORY + "/records", TWO);
        Reply repeat = client.post(MEMORY + "/records?wait=true", ONE, "Idempotency-Key", "k1");
        Reply other = client.post(MEMORY + "/records?wait=true", ONE, "Idempotency-Key", "k2");

        assertThat(repeat.json()).isEqualTo(first.json());
        assertThat(repeat.json().at("/outcomes/0/action").asText()).isEqualTo("inserted");
        assertThat(other.json().at("/outcomes/0/action").asText()).isEqualTo("duplicate");
    }

    @Test
    void aRepeatAfterARestartAnswersAsTheFirstDid() {
        Reply first = client.post(MEMORY + "/records?wait=true", ONE, "Idempotency-Key", "k1");
        client.post(MEMORY + "/records", TWO);
        restart();

        Reply repeat = client.post(MEMORY + "/records?wait=true", ONE, "Idempotency-Key", "k1");

        assertThat(repeat.json()).isEqualTo(first.json());
        assertThat(client.get(MEMORY + "/records").json().get("total").asInt()).isEqualTo(2);
    }

    @Test
    void aRepeatWhileTheMemoryRecoversNamesTheSameRecordsAndWritesThemOnce() {
        memory.hold();
        Reply first = client.post(MEMORY + "/records", ONE, "Idempotency-Key", "k1");
        restart();
        memory.unavailable(true);

        Reply repeat = client.post(MEMORY + "/records", ONE, "Idempotency-Key", "k1");

        memory.unavailable(false);
        memory.release();
        assertThat(repeat.json().get("ids")).isEqualTo(first.json().get("ids"));
        assertThat(client.get(MEMORY + "/records").json().get("total").asInt()).isEqualTo(1);
    }

    @Test
    void manyRepeatsAtOnceWriteOnce() {
        List<CompletableFuture<Reply>> replies = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            replies.add(
                    CompletableFuture.supplyAsync(
                            () ->
                                    client.post(
                                            MEMORY + "/records", ONE, "Idempotency-Key", "same")));
        }

        List<JsonNode> answers = replies.stream().map(reply -> reply.join().json()).toList();

        assertThat(answers).containsOnly(answers.get(0));
        assertThat(memory.appended()).hasSize(1);
    }

    @Test
    void aKeyUsedForAnotherRequestIsRefused() {
        client.post(MEMORY + "/records", ONE, "Idempotency-Key", "k");

        Reply reply = client.post(MEMORY + "/records", TWO, "Idempotency-Key", "k");

        assertThat(reply.status()).isEqualTo(422);
        assertThat(reply.json().get("type").asText()).isEqualTo("/problems/idempotency-key-reused");
        assertThat(memory.appended()).hasSize(1);
    }

    @Test
    void aRepeatedDeletionAnswersAsTheFirstDid() {
        client.post(MEMORY + "/records", "{\"records\":[{\"id\":\"r\",\"content\":\"x y\"}]}");

        Reply first = client.delete(MEMORY + "/records/r?wait=true", "Idempotency-Key", "d");
        Reply repeat = client.delete(MEMORY + "/records/r?wait=true", "Idempotency-Key", "d");

        assertThat(first.status()).isEqualTo(200);
        assertThat(repeat.json()).isEqualTo(first.json());
        assertThat(client.delete(MEMORY + "/records/r").status()).isEqualTo(404);
    }

    @Test
    void aVectorOfAnotherDimensionNamesBothAndTheWayOut() {
        client.post(
                MEMORY + "/records", "{\"records\":[{\"content\":\"a b\",\"vector\":[1,0,0]}]}");
        int before = memory.appended().size();

        for (Reply reply :
                List.of(
                        client.post(
                                MEMORY + "/records",
                                "{\"records\":[{\"content\":\"c\",\"vector\":[1,0]}]}"),
                        client.post(
                                MEMORY + "/records",
                                "{\"records\":[{\"content\":\"c\",\"vector\":[1,0,0]},{\"content\":\"d\",\"vector\":[1,0]}]}"),
                        client.post(MEMORY + "/recall", "{\"vector\":[1,0]}"))) {
            assertThat(reply.status()).as(reply.text()).isEqualTo(422);
            assertThat(reply.json().get("detail").asText()).contains("2 dimensions", "3", "model");
        }
        assertThat(memory.appended()).hasSize(before);
    }

    @Test
    void forgetMeetsAllFiltersAndSaysHowMany() {
        client.post(
                MEMORY + "/records",
                """
                {"records":[
                  {"id":"old","content":"old news","scope":"/a","created_at":"2025-01-01T02:00:00+02:00"},
                  {"id":"new","content":"fresh bread","scope":"/a","created_at":"2026-01-01T00:00:00Z"},
                  {"id":"b","content":"old elsewhere","scope":"/b","created_at":"2025-01-01T00:00:00Z"},
                  {"id":"root","content":"at the root"}]}
                """);

        assertThat(forgotten("{\"ids\":[]}")).isZero();
        assertThat(forgotten("{\"ids\":[\"b\"],\"scope\":\"/a\"}")).isZero();
        assertThat(forgotten("{\"scope\":\"/a\",\"older_than\":\"2025-06-01T00:00:00+05:00\"}"))
                .isEqualTo(1);
        assertThat(forgotten("{\"scope\":\"/a\"}")).isEqualTo(1);
        assertThat(client.get(MEMORY + "/records").json().get("records").findValuesAsText("id"))
                .containsExactlyInAnyOrder("b", "root");
        assertThat(memory.appended()).filteredOn(Forget.class::isInstance).hasSize(4);
    }

    @Test
    void timesWithAnyOffsetAreOneInstant() {
        client.post(
                MEMORY + "/records",
                """
                {"records":[
                  {"id":"z","content":"one thing","created_at":"2026-05-08T10:56:00Z"},
                  {"id":"plus","content":"another matter","created_at":"2026-05-08T13:56:00+03:00"}]}
                """);

        JsonNode records = client.get(MEMORY + "/records").json().get("records");

        assertThat(records.findValuesAsText("created_at"))
                .containsExactly("2026-05-08T10:56:00Z", "2026-05-08T10:56:00Z");
        for (String asOf :
                List.of("2030-01-01", "2030-01-01T00:00:00Z", "2030-01-01T00:00:00%2B02:00")) {
            assertThat(client.get(MEMORY + "/records?as_of=" + asOf).json().get("total").asInt())
                    .isEqualTo(2);
        }
    }

    @Test
    void quotesInScopesAndIdsAreCharacters() {
        String scope = "/it's \\\"quoted\\\" % _ نص 😀";
        client.post(
                MEMORY + "/records",
                "{\"records\":[{\"id\":\"o'r 1=1 --\",\"content\":\"x y\",\"scope\":\"%s\"},{\"id\":\"2\",\"content\":\"other one\"}]}"
                        .formatted(scope));

        assertThat(
                        client.get(MEMORY + "/records/o%27r%201%3D1%20--")
                                .json()
                                .get("content")
                                .asText())
                .isEqualTo("x y");
        assertThat(forgotten("{\"scope\":\"/it's\"}")).isZero();
        assertThat(forgotten("{\"scope\":\"" + scope + "\"}")).isEqualTo(1);
        assertThat(client.get(MEMORY + "/records").json().get("total").asInt()).isEqualTo(1);
    }

    @Test
    void idsAreTheCallersOrMade() {
        client.post(
                MEMORY + "/records",
                "{\"records\":[{\"id\":\"mine\",\"content\":\"a\"},{\"content\":\"b\"}]}");

        List<String> ids =
                ((Remember) memory.appended().get(0))
                        .records().stream().map(record -> record.id()).toList();
        assertThat(ids.get(0)).isEqualTo("mine");
        assertThat(ids.get(1)).matches("[0-9A-HJKMNP-TV-Z]{26}");
    }

    @Test
    void nothingNeedsAKeyNorAModel() {
        client.post(MEMORY + "/records", ONE);

        assertThat(client.post(MEMORY + "/extract", "{\"content\":\"two facts. in one\"}").json())
                .hasToString("{\"memories\":[\"two facts. in one\"]}");
        assertThat(
                        client.post(MEMORY + "/recall", "{\"query\":\"sky\",\"depth\":\"deep\"}")
                                .status())
                .isEqualTo(200);
        assertThat(
                        client.post(MEMORY + "/recall", "{\"query\":\"sky\",\"mode\":\"semantic\"}")
                                .status())
                .isEqualTo(422);
        assertThat(client.post(MEMORY + "/reset?wait=true", "{}").status()).isEqualTo(200);
    }

    @Test
    void optionsOfAMemoryAreSetAndReturned() {
        client.patch(MEMORY + "/options", "{\"recency_weight\":0.9,\"consolidation_limit\":7}");
        client.patch(MEMORY + "/options", "{\"consolidation_limit\":null}");

        JsonNode json = client.get(MEMORY + "/options").json();

        assertThat(json.get("own")).hasToString("{\"recency_weight\":0.9}");
        assertThat(json.at("/options/recency_weight").asDouble()).isEqualTo(0.9);
        assertThat(json.at("/options/consolidation_limit").asInt()).isEqualTo(5);
    }

    @Test
    void whatIsSingleValuedIsAnOptionToo() {
        client.patch(MEMORY + "/options", "{\"single_valued\":\"lives_in, Wohnort\"}");
        client.post(
                MEMORY + "/graph/relations",
                """
                {"relations":[
                  {"id":"oslo","source":"Ann","type":"lives_in","target":"Oslo","valid_from":"2021-01-01"},
                  {"id":"rome","source":"Ann","type":"lives_in","target":"Rome","valid_from":"2023-01-01"}],
                 "create_missing":true}
                """);

        JsonNode json = client.get(MEMORY + "/options").json();

        assertThat(json.at("/own/single_valued").asText()).isEqualTo("lives_in, Wohnort");
        assertThat(json.at("/options/single_valued").asText()).isEqualTo("Wohnort,lives_in");
        assertThat(
                        client.post(
                                        MEMORY + "/graph/facts/oslo/invalidate?wait=true",
                                        "{\"at\":\"2024-01-01\"}")
                                .json()
                                .at("/outcomes/0/action")
                                .asText())
                .isEqualTo("duplicate");
        assertThat(client.patch(MEMORY + "/options", "{\"single_valued\":[\"a\"]}").status())
                .isEqualTo(400);
        assertThat(client.patch(MEMORY + "/options", "{\"single_valued\":\"a\\ud800\"}").text())
                .contains("/single_valued", "half of a surrogate pair");
        client.patch(MEMORY + "/options", "{\"single_valued\":null}");
        assertThat(client.get(MEMORY + "/options").json().at("/options/single_valued").asText())
                .isEmpty();
    }

    @Test
    void turnsAreStoredOnceAndFound() {
        String talk =
                """
                {"turns":[
                  {"session":"s","author":"Caroline","content":"I went to a support group","at":"2026-01-02T00:00:00Z"},
                  {"session":"s","author":"Melanie","content":"How was the weather?","at":"2026-01-01T00:00:00Z"}]}
                """;
        Reply first = client.post(MEMORY + "/turns?wait=true", talk);
        client.post(MEMORY + "/turns?wait=true", talk);

        assertThat(first.json().get("ids")).allMatch(id -> id.asText().length() > 10);
        JsonNode listed = client.get(MEMORY + "/turns?session=s").json();
        assertThat(listed.get("total").asInt()).isEqualTo(2);
        assertThat(listed.get("turns").findValuesAsText("author"))
                .containsExactly("Melanie", "Caroline");
        assertThat(
                        client.post(MEMORY + "/turns/search", "{\"query\":\"support group\"}")
                                .json()
                                .at("/matches/0/turn/author")
                                .asText())
                .isEqualTo("Caroline");
    }

    @Test
    void privateRecordsAreSeenByTheirOwnSourceOnly() {
        client.post(
                MEMORY + "/records",
                "{\"records\":[{\"id\":\"p\",\"content\":\"secret plan\",\"private\":true,\"source\":\"me\"}]}");

        assertThat(client.get(MEMORY + "/records/p").status()).isEqualTo(404);
        assertThat(client.get(MEMORY + "/records/p?source=you").status()).isEqualTo(404);
        assertThat(client.patch(MEMORY + "/records/p", "{\"private\":false}").status())
                .isEqualTo(404);
        assertThat(client.get(MEMORY + "/records/p?source=me").status()).isEqualTo(200);
        assertThat(client.get(MEMORY + "/records/p?include_private=true").status()).isEqualTo(200);
        assertThat(client.post(MEMORY + "/recall", "{\"query\":\"secret\"}").json().get("matches"))
                .isEmpty();
    }

    private int forgotten(String filter) {
        Reply reply = client.post(MEMORY + "/forget?wait=true", filter);
        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        return reply.json().get("forgotten").asInt();
    }
}
