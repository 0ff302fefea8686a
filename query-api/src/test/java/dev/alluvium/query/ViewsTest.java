package dev.alluvium.query;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.query.TestingClient.Reply;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A scope view sees and writes its branch only; a slice reads several and writes none. */
class ViewsTest extends ServerTest {

    private static final String ROOT = "root=/app";
    private static final String SLICE = "slice=/app&slice=/team/a";

    @BeforeEach
    void write() {
        client.post(
                MEMORY + "/records",
                """
                {"records":[
                  {"id":"in","content":"alpha apple pie","scope":"/app","categories":["food"]},
                  {"id":"deep","content":"alpha beta soup","scope":"/app/x/y"},
                  {"id":"apple","content":"alpha orchard","scope":"/apple","categories":["tree"]},
                  {"id":"team","content":"alpha plan","scope":"/team/a"},
                  {"id":"teams","content":"alpha plans of others","scope":"/team/ab"},
                  {"id":"top","content":"alpha at the top"}]}
                """);
    }

    @Test
    void aRootedCallerSeesItsBranchUnderRelativeNames() {
        JsonNode matches = recall(ROOT, "{\"query\":\"alpha\"}").json().get("matches");

        assertThat(ids(matches)).containsExactlyInAnyOrder("in", "deep");
        assertThat(matches.findValuesAsText("scope")).containsExactlyInAnyOrder("/", "/x/y");
        assertThat(
                        ids(
                                recall(ROOT, "{\"query\":\"alpha\",\"scope\":\"/x\"}")
                                        .json()
                                        .get("matches")))
                .containsExactly("deep");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/apple", "apple", "/team/a", "/app"})
    void aRootedCallerReachesNothingByNamesThatLieOutside(String scope) {
        Reply reply = recall(ROOT, "{\"query\":\"alpha\",\"scope\":\"" + scope + "\"}");

        assertThat(reply.json().get("matches")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"..", "/../apple", "x/../../apple", "/.", "//..//"})
    void climbingOutIsRefused(String scope) {
        assertThat(recall(ROOT, "{\"query\":\"alpha\",\"scope\":\"" + scope + "\"}").status())
                .isEqualTo(400);
        assertThat(
                        client.post(
                                        MEMORY + "/records?" + ROOT,
                                        "{\"records\":[{\"content\":\"x\",\"scope\":\""
                                                + scope
                                                + "\"}]}")
                                .status())
                .isEqualTo(400);
    }

    @Test
    void percentEncodedRootsMeanTheSame() {
        assertThat(ids(recall("root=%2Fapp", "{\"query\":\"alpha\"}").json().get("matches")))
                .containsExactlyInAnyOrder("in", "deep");
        assertThat(recall("root=%2Fapp%2F%2E%2E", "{\"query\":\"alpha\"}").status()).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"apple", "team", "top", "none"})
    void aRecordOutsideTheRootDoesNotExist(String id) {
        int before = memory.appended().size();
        String path = MEMORY + "/records/" + id + "?" + ROOT;

        assertThat(client.get(path).status()).isEqualTo(404);
        assertThat(client.get(MEMORY + "/records/" + id + "/history?" + ROOT).status())
                .isEqualTo(404);
        assertThat(client.patch(path, "{\"importance\":1}").status()).isEqualTo(404);
        assertThat(client.delete(path).status()).isEqualTo(404);
        assertThat(memory.appended()).hasSize(before);
    }

    @Test
    void aRootedWriteLandsBelowTheRoot() {
        client.post(
                MEMORY + "/records?" + ROOT,
                "{\"records\":[{\"id\":\"a\",\"content\":\"one two\"},{\"id\":\"b\",\"content\":\"three four\",\"scope\":\"z\"}]}");
        client.patch(MEMORY + "/records/in?" + ROOT, "{\"scope\":\"/moved\"}");

        assertThat(client.get(MEMORY + "/records/a").json().get("scope").asText())
                .isEqualTo("/app");
        assertThat(client.get(MEMORY + "/records/b").json().get("scope").asText())
                .isEqualTo("/app/z");
        assertThat(client.get(MEMORY + "/records/in").json().get("scope").asText())
                .isEqualTo("/app/moved");
    }

    @Test
    void rootedForgetAndResetLeaveTheRestAlone() {
        Reply forgotten =
                client.post(
                        MEMORY + "/forget?wait=true&" + ROOT,
                        "{\"ids\":[\"in\",\"apple\",\"top\"]}");
        Reply reset = client.post(MEMORY + "/reset?wait=true&" + ROOT, "{}");

        assertThat(forgotten.json().get("forgotten").asInt()).isEqualTo(1);
        assertThat(reset.json().get("forgotten").asInt()).isEqualTo(1);
        assertThat(ids(client.get(MEMORY + "/records").json().get("records")))
                .containsExactlyInAnyOrder("apple", "team", "teams", "top");
    }

    @Test
    void rootedForgetOfAllIsOfAllThatIsSeen() {
        client.post(MEMORY + "/forget?" + ROOT, "{\"all\":true}");

        assertThat(ids(client.get(MEMORY + "/records").json().get("records")))
                .containsExactlyInAnyOrder("apple", "team", "teams", "top");
    }

    @Test
    void treesInfosListsAndExportsAreRelative() {
        JsonNode tree = client.get(MEMORY + "/scopes/tree?" + ROOT).json();
        JsonNode info = client.get(MEMORY + "/scopes/info?" + ROOT).json();

        assertThat(tree.get("path").asText()).isEqualTo("/");
        assertThat(tree.get("record_count").asInt()).isEqualTo(2);
        assertThat(tree.at("/children/0/path").asText()).isEqualTo("/x");
        assertThat(info.get("child_scopes").get(0).asText()).isEqualTo("/x");
        assertThat(client.get(MEMORY + "/scopes?path=/x&" + ROOT).json().at("/scopes/0").asText())
                .isEqualTo("/x/y");
        assertThat(client.get(MEMORY + "/categories?" + ROOT).json().get("categories").toString())
                .isEqualTo("{\"food\":1}");
        assertThat(client.get(MEMORY + "/export?" + ROOT).text().lines()).hasSize(2);
        assertThat(client.get(MEMORY + "/scopes/tree?" + ROOT, "Accept", "text/plain").text())
                .isEqualTo("/ (2 records)\n  /x (1 record)\n    /x/y (1 record)\n");
    }

    @Test
    void whatHasNoScopeIsForTheWholeMemoryOnly() {
        for (String view : List.of(ROOT, SLICE + "&writable=true")) {
            assertThat(client.get(MEMORY + "/turns?" + view).status()).isEqualTo(403);
            assertThat(client.get(MEMORY + "/events?" + view).status()).isEqualTo(403);
            assertThat(client.delete(MEMORY + "?" + view).status()).isEqualTo(403);
            assertThat(client.patch(MEMORY + "/options?" + view, "{\"recency_weight\":1}").status())
                    .isEqualTo(403);
        }
    }

    @Test
    void aSliceReadsTheUnionOnce() {
        JsonNode matches =
                recall(SLICE + "&slice=/app/x", "{\"query\":\"alpha\"}").json().get("matches");

        assertThat(ids(matches)).containsExactlyInAnyOrder("in", "deep", "team");
        assertThat(matches.findValuesAsText("scope"))
                .containsExactlyInAnyOrder("/app", "/app/x/y", "/team/a");
        assertThat(client.get(MEMORY + "/records/teams?" + SLICE).status()).isEqualTo(404);
        assertThat(client.get(MEMORY + "/scopes/info?" + SLICE).json().get("record_count").asInt())
                .isEqualTo(3);
    }

    @Test
    void aScopeOutsideTheSliceIsForbidden() {
        Reply reply = recall(SLICE, "{\"query\":\"alpha\",\"scope\":\"/apple\"}");

        assertThat(reply.status()).isEqualTo(403);
        assertThat(reply.json().get("type").asText()).isEqualTo("/problems/permission");
        assertThat(reply.json().get("detail").asText()).contains("/apple", "/team/a");
        assertThat(client.get(MEMORY + "/scopes/tree?path=/team/ab&" + SLICE).status())
                .isEqualTo(403);
    }

    @Test
    void aReadOnlySliceForbidsEveryWrite() {
        int before = memory.appended().size();
        Reply[] replies = {
            client.post(MEMORY + "/records?" + SLICE, "{\"records\":[{\"content\":\"x\"}]}"),
            client.patch(MEMORY + "/records/in?" + SLICE, "{\"importance\":1}"),
            client.delete(MEMORY + "/records/in?" + SLICE),
            client.post(MEMORY + "/forget?" + SLICE, "{\"all\":true}"),
            client.post(MEMORY + "/reset?" + SLICE, "{\"scope\":\"/app\"}"),
            client.post(MEMORY + "/turns?" + SLICE, "{\"turns\":[{\"content\":\"x\"}]}"),
        };
        for (Reply reply : replies) {
            assertThat(reply.status()).as(reply.text()).isEqualTo(403);
            assertThat(reply.json().get("type").asText()).isEqualTo("/problems/permission");
        }
        assertThat(memory.appended()).hasSize(before);
    }

    @Test
    void aWritableSliceNeedsAScopeWithin() {
        String view = SLICE + "&writable=true";
        String record = "{\"records\":[{\"content\":\"new thing\"%s}]}";

        assertThat(client.post(MEMORY + "/records?" + view, record.formatted("")).status())
                .isEqualTo(403);
        assertThat(
                        client.post(
                                        MEMORY + "/records?" + view,
                                        record.formatted(",\"scope\":\"/team/ab\""))
                                .status())
                .isEqualTo(403);
        assertThat(
                        client.post(
                                        MEMORY + "/records?" + view,
                                        record.formatted(",\"scope\":\"/team/a/b\""))
                                .status())
                .isEqualTo(202);
        assertThat(client.post(MEMORY + "/forget?" + view, "{\"all\":true}").status())
                .isEqualTo(403);
        assertThat(client.delete(MEMORY + "/records/team?" + view).status()).isEqualTo(202);
        assertThat(client.get(MEMORY + "/records/team").status()).isEqualTo(404);
    }

    private Reply recall(String view, String body) {
        return client.post(MEMORY + "/recall?" + view, body);
    }

    private static List<String> ids(JsonNode nodes) {
        return nodes.findValuesAsText("id");
    }
}
