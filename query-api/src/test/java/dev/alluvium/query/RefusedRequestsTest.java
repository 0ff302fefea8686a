package dev.alluvium.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.query.TestingClient.Reply;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each limit and each malformed field: the problem says it, and nothing is written. */
class RefusedRequestsTest extends ServerTest {

    private static final String OK = "\"content\":\"x\"";

    static Stream<Arguments> records() {
        return Stream.of(
                arguments("{\"records\":[{}]}", "/records/0/content", "missing"),
                arguments("{\"records\":[{\"content\":\" \\n\\u2003 \"}]}", "/records/0", "blank"),
                arguments("{\"records\":[{\"content\":5}]}", "/records/0/content", "not a text"),
                arguments(
                        "{\"records\":[{\"content\":\"" + "x".repeat(65537) + "\"}]}",
                        "/records/0",
                        "65536"),
                arguments("{\"records\":[]}", "/records", "empty"),
                arguments("{}", "/records", "missing"),
                arguments("{\"records\":{}}", "/records", "not a list"),
                arguments("{\"records\":[3]}", "/records/0", "not an object"),
                arguments(
                        "{\"records\":["
                                + IntStream.range(0, 1001)
                                        .mapToObj(i -> "{" + OK + "}")
                                        .collect(Collectors.joining(","))
                                + "]}",
                        "/records",
                        "1000"),
                one("\"scope\":\"/a/../b\"", "/records/0/scope", ".."),
                one("\"scope\":\"" + "/x".repeat(600) + "\"", "/records/0/scope", "1024"),
                one("\"scope\":7", "/records/0/scope", "not a text"),
                one("\"categories\":\"a\"", "/records/0/categories", "not a list"),
                one("\"categories\":[\" \"]", "/records/0/categories/0", "blank"),
                one("\"categories\":[1]", "/records/0/categories/0", "not a text"),
                one("\"metadata\":[]", "/records/0/metadata", "not an object"),
                one("\"importance\":1.4", "/records/0/importance", "[0, 1]"),
                one("\"importance\":\"high\"", "/records/0/importance", "not a number"),
                one("\"source\":\"" + "s".repeat(257) + "\"", "/records/0/source", "256"),
                one("\"private\":\"yes\"", "/records/0/private", "true or false"),
                one("\"id\":\"" + "i".repeat(257) + "\"", "/records/0/id", "256"),
                one("\"id\":\"\"", "/records/0/id", "blank"),
                one("\"created_at\":\"yesterday\"", "/records/0/created_at", "ISO 8601"),
                one("\"valid_from\":\"2026-02-30T00:00:00Z\"", "/records/0/valid_from", "ISO 8601"),
                one(
                        "\"valid_from\":\"2026-02-02\",\"valid_to\":\"2026-02-01\"",
                        "/records/0",
                        "valid_to"),
                one("\"vector\":[]", "/records/0/vector", "list of numbers"),
                one("\"vector\":[0,0]", "/records/0/vector", "zeros"),
                one("\"vector\":[1,\"x\"]", "/records/0/vector/1", "finite"),
                one("\"vector\":[1,1e300]", "/records/0/vector/1", "finite"),
                one("\"vector\":\"AAAAAAAAAAA=\"", "/records/0/vector", "zeros"),
                one("\"vector\":\"AADAfw==\"", "/records/0/vector", "finite"),
                one("\"vector\":\"AAAA\"", "/records/0/vector", "32-bit"),
                one("\"vector\":\"!!\"", "/records/0/vector", "base64"),
                one("\"mood\":\"good\"", "/records/0/mood", "unknown field \"mood\""),
                arguments(
                        "{\"records\":[{" + OK + "}],\"recs\":1}",
                        "/recs",
                        "unknown field \"recs\""),
                arguments(
                        "{\"records\":[{\"id\":\"a\"," + OK + "},{\"id\":\"a\"," + OK + "}]}",
                        "/records/1/id",
                        "twice"));
    }

    private static Arguments one(String field, String pointer, String says) {
        return arguments("{\"records\":[{" + OK + "," + field + "}]}", pointer, says);
    }

    @ParameterizedTest
    @MethodSource("records")
    void recordsThatAreNotValid(String body, String pointer, String says) {
        refused(client.post(MEMORY + "/records", body), pointer, says);
    }

    static Stream<Arguments> others() {
        return Stream.of(
                arguments("/recall", "{}", "/query", "missing"),
                arguments("/recall", "{\"query\":\"" + "é".repeat(4097) + "\"}", "/query", "8192"),
                arguments("/recall", "{\"query\":\"x\",\"limit\":0}", "/limit", "[1, 1000]"),
                arguments("/recall", "{\"query\":\"x\",\"limit\":1001}", "/limit", "[1, 1000]"),
                arguments("/recall", "{\"query\":\"x\",\"limit\":1.5}", "/limit", "whole number"),
                arguments("/recall", "{\"query\":\"x\",\"mode\":\"magic\"}", "/mode", "hybrid"),
                arguments("/recall", "{\"query\":\"x\",\"depth\":\"abyss\"}", "/depth", "shallow"),
                arguments(
                        "/recall",
                        "{\"query\":\"x\",\"weights\":{\"semantic\":-1}}",
                        "/weights/semantic",
                        "[0, 100]"),
                arguments(
                        "/recall",
                        "{\"query\":\"x\",\"weights\":{\"magic\":1}}",
                        "/weights/magic",
                        "unknown field"),
                arguments(
                        "/recall",
                        "{\"query\":\"x\",\"half_life_days\":0}",
                        "/half_life_days",
                        "recency_half_life_days"),
                arguments(
                        "/recall",
                        "{\"query\":\"x\",\"options\":{\"default_importance\":1}}",
                        "/options/default_importance",
                        "unknown field"),
                arguments("/recall", "{\"query\":\"x\",\"as_of\":\"now\"}", "/as_of", "ISO 8601"),
                arguments(
                        "/recall", "{\"query\":\"x\",\"min_score\":\"a\"}", "/min_score", "number"),
                arguments(
                        "/recall",
                        "{\"query\":\"x\",\"scope\":\"/a\",\"scopes\":[\"/b\"]}",
                        "/scope",
                        "both"),
                arguments("/recall", "{\"query\":\"x\",\"scopes\":[]}", "/scopes", "1 to 1000"),
                arguments("/recall", "{\"query\":\"x\",\"scopes\":[\"..\"]}", "/scopes/0", ".."),
                arguments("/forget", "{}", "", "no filter"),
                arguments("/forget", "{\"older_than\":\"x\"}", "/older_than", "ISO 8601"),
                arguments("/forget", "{\"scope\":\"/..\"}", "/scope", ".."),
                arguments("/forget", "{\"ids\":\"a\"}", "/ids", "list"),
                arguments("/forget", "{\"scop\":\"/a\",\"all\":true}", "/scop", "unknown field"),
                arguments("/reset", "{\"scope\":\"/./a\"}", "/scope", "\".\""),
                arguments("/reset", "{\"all\":true}", "/all", "unknown field"),
                arguments("/extract", "{\"content\":\" \"}", "/content", "blank"),
                arguments("/extract", "{}", "/content", "missing"),
                arguments(
                        "/turns",
                        "{\"turns\":[{\"author\":\"a\"}]}",
                        "/turns/0/content",
                        "missing"),
                arguments("/turns", "{\"turns\":[{\"content\":\"\"}]}", "/turns/0", "blank"),
                arguments("/turns", "{\"turns\":[]}", "/turns", "empty"),
                arguments(
                        "/turns",
                        "{\"turns\":[{\"content\":\"x\",\"session\":\"" + "s".repeat(513) + "\"}]}",
                        "/turns/0",
                        "512"),
                arguments(
                        "/turns",
                        "{\"turns\":[{\"content\":\"x\",\"at\":\"noon\"}]}",
                        "/turns/0/at",
                        "ISO 8601"),
                arguments("/turns/search", "{}", "/query", "missing"),
                arguments(
                        "/turns/search", "{\"query\":\"x\",\"limit\":9999}", "/limit", "[1, 1000]"),
                arguments("/turns/search", "{\"query\":\"x\",\"depth\":1}", "/depth", "unknown"));
    }

    @ParameterizedTest
    @MethodSource("others")
    void bodiesThatAreNotValid(String path, String body, String pointer, String says) {
        refused(client.post(MEMORY + path, body), pointer, says);
    }

    static Stream<Arguments> parameters() {
        return Stream.of(
                arguments("/records?limit=0", "?limit", "[1, 1000]"),
                arguments("/records?limit=many", "?limit", "whole number"),
                arguments("/records?limit=1&limit=2", "?limit", "once"),
                arguments("/records?cursor=nonsense", "?cursor", "next_cursor"),
                arguments("/records?scope=/a/..", "?scope", ".."),
                arguments("/records?colour=red", "?colour", "unknown parameter"),
                arguments("/records?include_private=1", "?include_private", "true or false"),
                arguments("/records?as_of=then", "?as_of", "ISO 8601"),
                arguments("/records?timeout=soon", "?timeout", "milliseconds"),
                arguments("/records?timeout=PT2H", "?timeout", "one hour"),
                arguments("/records?root=/a&slice=/b", "?slice", "both"),
                arguments("/records?writable=true", "?writable", "slice"),
                arguments("/records?root=../x", "?root", ".."),
                arguments("/turns?from=x", "?from", "ISO 8601"),
                arguments("/scopes/tree?max_depth=-1", "?max_depth", "[0, 512]"),
                arguments("/scopes/info?path=..", "?path", ".."));
    }

    @ParameterizedTest
    @MethodSource("parameters")
    void parametersThatAreNotValid(String path, String pointer, String says) {
        refused(client.get(MEMORY + path), pointer, says);
    }

    @Test
    void malformedJsonIsToldWithLineAndColumn() {
        Reply reply = client.post(MEMORY + "/records", "{\"records\":\n  [{\"content\" \"x\"}]}");

        refused(reply, "", "line 2, column");
        refused(client.post(MEMORY + "/records", ""), "", "empty");
        refused(client.post(MEMORY + "/records", "[]"), "", "JSON object");
        refused(client.post(MEMORY + "/records", "{\"records\":[]} x"), "", "malformed");
        refused(client.post(MEMORY + "/records", "{\"a\":1,\"a\":2}"), "", "uplicate");
        refused(
                client.post(MEMORY + "/records", "{\"records\":" + "[".repeat(5000)),
                "",
                "malformed");
    }

    @Test
    void updatesAndOptionsThatAreNotValid() {
        client.post(MEMORY + "/records", "{\"records\":[{\"id\":\"r\",\"content\":\"x\"}]}");
        int before = memory.appended().size();
        Reply[] replies = {
            client.patch(MEMORY + "/records/r", "{}"),
            client.patch(MEMORY + "/records/r", "{\"content\":\" \"}"),
            client.patch(MEMORY + "/records/r", "{\"importance\":2}"),
            client.patch(MEMORY + "/records/r", "{\"id\":\"q\"}"),
            client.patch(MEMORY + "/records/r", "{\"created_at\":\"2026-01-01\"}"),
            client.patch(MEMORY + "/options", "{}"),
            client.patch(MEMORY + "/options", "{\"recency\":1}"),
            client.patch(MEMORY + "/options", "{\"recency_weight\":-1}"),
            client.patch(MEMORY + "/options", "{\"recency_weight\":\"x\"}"),
        };
        for (Reply reply : replies) {
            assertThat(reply.status()).as(reply.text()).isEqualTo(400);
        }
        assertThat(memory.appended()).hasSize(before);
    }

    @Test
    void bodiesOverTheLimitAreRefusedByName() {
        String huge = "{\"records\":[{\"content\":\"" + "x".repeat(17 * 1024 * 1024) + "\"}]}";

        Reply reply = client.post(MEMORY + "/records", huge);

        assertThat(reply.status()).isEqualTo(413);
        assertThat(reply.json().get("detail").asText()).contains("16 MiB");
        assertThat(memory.appended()).isEmpty();
    }

    @Test
    void otherMediaTypesAndEncodingsAreRefused() {
        String body = "{\"records\":[{\"content\":\"x\"}]}";

        assertThat(
                        client.post(MEMORY + "/records", body, "Content-Type", "application/xml")
                                .status())
                .isEqualTo(415);
        assertThat(client.post(MEMORY + "/records", body, "Content-Encoding", "br").status())
                .isEqualTo(415);
        assertThat(
                        client.post(
                                        "/v1/import?app=a&user=u",
                                        body,
                                        "Content-Type",
                                        "application/vnd.apache.avro")
                                .status())
                .isEqualTo(415);
        assertThat(memory.appended()).isEmpty();
    }

    @Test
    void appsAndUsersHaveLimits() {
        refused(client.get("/v1/memories/" + "a".repeat(257) + "/u/records"), "", "256");
        refused(client.get("/v1/memories/%20/u/records"), "", "app is empty");
    }

    @Test
    void headersThatAreNotValid() {
        refused(
                client.get(MEMORY + "/records", "Alluvium-Position", "here"),
                "",
                "partition:offset");
        refused(client.get(MEMORY + "/events", "Last-Event-ID", "x"), "", "partition:offset");
        refused(
                client.post(
                        MEMORY + "/records",
                        "{\"records\":[{\"content\":\"x\"}]}",
                        "Idempotency-Key",
                        "k".repeat(1025)),
                "",
                "1024");
    }

    private void refused(Reply reply, String pointer, String says) {
        assertThat(reply.status()).as(reply.text()).isEqualTo(400);
        assertThat(reply.header("Content-Type")).isEqualTo("application/problem+json");
        JsonNode problem = reply.json();
        assertThat(problem.get("type").asText()).isEqualTo("/problems/invalid-request");
        assertThat(problem.get("title").asText()).isNotBlank();
        assertThat(problem.get("status").asInt()).isEqualTo(400);
        assertThat(problem.get("errors"))
                .as(reply.text())
                .anySatisfy(
                        error -> {
                            assertThat(error.get("pointer").asText()).isEqualTo(pointer);
                            assertThat(error.get("detail").asText()).contains(says);
                        });
        assertThat(memory.appended()).isEmpty();
    }
}
