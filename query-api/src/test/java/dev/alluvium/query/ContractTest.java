package dev.alluvium.query;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.query.OpenApi.Operation;
import dev.alluvium.query.TestingClient.Reply;
import dev.alluvium.state.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ContractTest extends ServerTest {

    private final OpenApi contract = OpenApi.load();

    @Override
    QueryEmbedder embedder() {
        return QueryEmbedder.of(TestingMemory.EMBEDDER, (query, limit) -> new float[] {1, 0});
    }

    @Test
    void routesAndDocumentAreTheSame() {
        List<String> routes = api.routes().stream().map(r -> r.method() + " " + r.path()).toList();

        assertThat(routes)
                .containsExactlyInAnyOrderElementsOf(
                        contract.operations().stream().map(Operation::toString).toList());
    }

    @Test
    void everyExampleBodyIsAccepted() {
        client.post(
                MEMORY + "/records", "{\"records\":[{\"id\":\"r1\",\"content\":\"something\"}]}");
        client.post(
                MEMORY + "/graph/entities",
                """
                {"entities":[
                  {"name":"Alice Smith"},
                  {"name":"Alice","observations":[
                    {"id":"r1","content":"likes tea","valid_from":"2021-01-01"},
                    {"id":"r2","content":"likes coffee","valid_from":"2025-01-01"}]}]}
                """);
        int sent = 0;
        for (Operation operation : contract.operations()) {
            if (operation.bodyType() == null) {
                continue;
            }
            Map<String, String> path =
                    Map.of("app", "app", "user", "user", "id", "r1", "name", "Alice");
            String target = operation.path();
            for (Map.Entry<String, String> parameter : path.entrySet()) {
                target = target.replace("{" + parameter.getKey() + "}", parameter.getValue());
            }
            JsonNode examples = operation.body().get("examples");
            assertThat(examples).as("examples of %s", operation).isNotEmpty();
            for (Map.Entry<String, JsonNode> example : examples.properties()) {
                JsonNode value = example.getValue().get("value");
                byte[] body =
                        value.isTextual()
                                ? value.asText().getBytes(StandardCharsets.UTF_8)
                                : Json.bytes(value);
                Reply reply =
                        client.send(
                                operation.method(),
                                target.replace("{tool}", example.getKey()),
                                body,
                                "Content-Type",
                                operation.bodyType());
                assertThat(reply.status())
                        .as("%s %s: %s", operation, value, reply.text())
                        .isBetween(200, 299);
                if (operation.bodyType().equals("application/x-ndjson")) {
                    assertThat(reply.json().get("rejections")).isEmpty();
                }
                sent++;
            }
        }
        assertThat(sent).isGreaterThan(10);
    }

    @Test
    void everyOperationSaysWhatItAnswers() {
        for (Operation operation : contract.operations()) {
            assertThat(operation.node().path("responses").properties())
                    .as("%s", operation)
                    .isNotEmpty();
            assertThat(operation.node().path("summary").asText()).as("%s", operation).isNotBlank();
        }
    }
}
