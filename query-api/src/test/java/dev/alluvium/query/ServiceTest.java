package dev.alluvium.query;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.query.TestingClient.Reply;
import dev.alluvium.state.json.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What belongs to no memory, and what the server below the routes does. */
class ServiceTest extends ServerTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "plain",
                "with space",
                "a/b",
                "/",
                "..",
                ".",
                "../../etc",
                "per%cent",
                "%2F",
                "it's \"quoted\"",
                "a;b=c",
                "a?b#c",
                "a+b",
                "a\\b",
                "ذاكرة",
                "记忆",
                "emoji 😀",
                "tab\tnew\nline",
                "a//b"
            })
    void appsAndUsersAndIdsAreAnyText(String text) {
        String encoded = URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
        // A client may resolve dots in a path even where they are not meant as such.
        encoded = encoded.replace(".", "%2E");
        String path = "/v1/memories/" + encoded + "/" + encoded;
        String record =
                Json.object()
                        .set(
                                "records",
                                Json.MAPPER
                                        .createArrayNode()
                                        .add(Json.object().put("id", text).put("content", "hello")))
                        .toString();

        Reply written = client.post(path + "/records", record);

        assertThat(written.status()).as(written.text()).isEqualTo(202);
        assertThat(memory.appended().get(0).memory().app()).isEqualTo(text);
        assertThat(memory.appended().get(0).memory().user()).isEqualTo(text);
        assertThat(client.get(path + "/records/" + encoded).json().get("id").asText())
                .isEqualTo(text);
        JsonNode memories = client.get("/v1/memories").json().get("memories");
        assertThat(memories.get(0).get("app").asText()).isEqualTo(text);
    }

    @Test
    void badPathsAreProblems() {
        for (String path : List.of("/v1/nowhere", "/v1/memories/a/b/nothing", "/v1/memories/a")) {
            Reply reply = client.get(path);
            assertThat(reply.status()).isEqualTo(404);
            assertThat(reply.header("Content-Type")).isEqualTo("application/problem+json");
            assertThat(reply.json().get("detail").asText()).contains(path);
        }
    }

    @Test
    void whatTheServerItselfRefusesIsAProblemAndEndsTheConnection() {
        String path = MEMORY + "/records?scope=" + "x".repeat(100_000);

        for (Reply reply : List.of(client.get(path), client.delete(path))) {
            assertThat(reply.status()).isEqualTo(414);
            assertThat(reply.header("Content-Type")).isEqualTo("application/problem+json");
            assertThat(reply.header("Connection")).isEqualTo("close");
        }
        assertThat(client.get("/healthz").status()).isEqualTo(200);
    }

    @Test
    void otherMethodsAreToldWhatIsAllowed() {
        Reply reply = client.send("PUT", MEMORY + "/records", new byte[0]);

        assertThat(reply.status()).isEqualTo(405);
        assertThat(reply.header("Allow")).contains("GET", "POST");
        assertThat(reply.header("Content-Type")).isEqualTo("application/problem+json");
    }

    @Test
    void memoriesAreListedInPages() {
        for (int i = 0; i < 5; i++) {
            client.post(
                    "/v1/memories/app/user%20" + i + "/records",
                    "{\"records\":[{\"content\":\"x\"}]}");
        }
        List<String> users = new ArrayList<>();
        String cursor = "";
        int pages = 0;
        while (cursor != null) {
            JsonNode page =
                    client.get(
                                    "/v1/memories?limit=2&cursor="
                                            + URLEncoder.encode(cursor, StandardCharsets.UTF_8))
                            .json();
            users.addAll(page.get("memories").findValuesAsText("user"));
            cursor = page.get("next_cursor").textValue();
            pages++;
        }

        assertThat(users).containsExactly("user 0", "user 1", "user 2", "user 3", "user 4");
        assertThat(pages).isEqualTo(3);
        assertThat(client.get("/v1/memories?cursor=a").status()).isEqualTo(400);
    }

    @Test
    void metricsCountRequestsByRoute() {
        client.get(MEMORY + "/records");

        String metrics = client.get("/metrics").text();

        assertThat(metrics)
                .contains("http_server_requests_seconds_count{method=\"GET\"")
                .contains("route=\"/v1/memories/{app}/{user}/records\"")
                .contains("jvm_memory_used_bytes");
    }

    @Test
    void theContractIsBrowsableWithoutANetwork() {
        String page = client.get("/docs").text();

        assertThat(page).contains("/openapi.yaml").doesNotContain("http://", "https://");
        for (String file : List.of("swagger-ui.css", "swagger-ui-bundle.js", "favicon-32x32.png")) {
            assertThat(page).contains("/docs/" + file);
            assertThat(client.get("/docs/" + file).status()).isEqualTo(200);
        }
        assertThat(client.get("/docs/secret.txt").status()).isEqualTo(404);
        assertThat(client.get("/openapi.yaml").text()).startsWith("openapi: 3.1.0");
        assertThat(client.get("/").text()).contains("/docs");
    }

    @Test
    void healthIsUp() {
        assertThat(client.get("/healthz").json().get("status").asText()).isEqualTo("up");
    }
}
