package dev.alluvium.query;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.query.TestingClient.Reply;
import org.junit.jupiter.api.Test;

/** The tools of agents, over HTTP. */
class ToolsTest extends ServerTest {

    @Test
    void rememberingSaysWhatWasNew() {
        assertThat(
                        call(
                                "remember",
                                "{\"entity\":\"Alice\",\"facts\":[\"likes tea\",\"likes tea\",\"runs\"],\"entity_type\":\"person\"}"))
                .hasToString("{\"stored\":true,\"entity\":\"Alice\",\"facts_added\":2}");
        assertThat(call("remember", "{\"entity\":\"ALICE\",\"facts\":[\"runs\",\"sings\"]}"))
                .hasToString("{\"stored\":true,\"entity\":\"ALICE\",\"facts_added\":1}");
        assertThat(memory.appended()).hasSize(2);
    }

    @Test
    void relatingCreatesItsEndsInTheSameCommand() {
        JsonNode first =
                call(
                        "relate",
                        "{\"source\":\"Alice\",\"relation\":\"training_for\",\"target\":\"10k race\"}");
        JsonNode again =
                call(
                        "relate",
                        "{\"source\":\"alice\",\"relation\":\"training_for\",\"target\":\"10K Race\"}");

        assertThat(first.get("related").asBoolean()).isTrue();
        assertThat(first.get("is_new").asBoolean()).isTrue();
        assertThat(again.get("is_new").asBoolean()).isFalse();
        assertThat(again.get("id")).isEqualTo(first.get("id"));
        assertThat(memory.appended()).hasSize(2);
    }

    @Test
    void whatIsRememberedIsRecalledInvalidatedAndForgotten() {
        call("remember", "{\"entity\":\"Alice\",\"facts\":[\"likes tea\",\"runs\"]}");
        client.post(MEMORY + "/turns", "{\"turns\":[{\"id\":\"t\",\"content\":\"tea time\"}]}");

        JsonNode found = call("recall", "{\"query\":\"tea\"}");
        String id = found.findValue("observations").at("/0/id").asText();
        JsonNode ended = call("invalidate", "{\"id\":\"" + id + "\"}");

        assertThat(found.get("matches").findValuesAsText("kind"))
                .containsExactlyInAnyOrder("entity", "turn");
        assertThat(ended.get("invalidated").asBoolean()).isTrue();
        assertThat(call("invalidate", "{\"id\":\"" + id + "\"}").get("reason").asText())
                .contains("ended");
        assertThat(call("recall", "{\"query\":\"tea\"}").get("matches").findValuesAsText("kind"))
                .containsExactly("turn");
        assertThat(call("history", "{\"entity\":\"alice\"}").get("facts")).hasSize(2);
        assertThat(call("history", "{\"id\":\"" + id + "\"}").get("versions")).hasSize(2);
        assertThat(call("profile", "{}").get("card").asText()).isEqualTo("Alice (general): runs");
        assertThat(
                        call("forget", "{\"entity\":\"Alice\",\"facts\":[\"runs\"]}")
                                .get("forgotten")
                                .asInt())
                .isEqualTo(1);
        assertThat(call("forget", "{\"entity\":\"Alice\"}").get("forgotten").asInt()).isEqualTo(2);
        assertThat(call("recall", "{\"query\":\"\"}").get("card").asText()).isEmpty();
    }

    @Test
    void entitiesThatAreNewAreAnsweredAsTheMemoryServerDoes() {
        String alice =
                "{\"name\":\"Alice\",\"entityType\":\"person\",\"observations\":[\"likes tea\"]}";
        String bob = "{\"name\":\"Bob\",\"entityType\":\"person\",\"observations\":[]}";

        assertThat(call("create_entities", "{\"entities\":[" + alice + "]}"))
                .hasToString("{\"entities\":[" + alice + "]}");
        assertThat(call("create_entities", "{\"entities\":[" + alice + "," + bob + "]}"))
                .hasToString("{\"entities\":[" + bob + "]}");
        assertThat(call("read_graph", "{}"))
                .hasToString("{\"entities\":[" + alice + "," + bob + "],\"relations\":[]}");
    }

    @Test
    void relationsAndObservationsThatAreNewAreAnswered() {
        call(
                "create_entities",
                "{\"entities\":[{\"name\":\"Alice\",\"entityType\":\"person\",\"observations\":[\"a\"]}]}");
        String relation =
                "{\"from\":\"Alice\",\"to\":\"北京 University\",\"relationType\":\"studies_at\"}";

        assertThat(call("create_relations", "{\"relations\":[" + relation + "]}"))
                .hasToString("{\"relations\":[" + relation + "]}");
        assertThat(call("create_relations", "{\"relations\":[" + relation + "]}"))
                .hasToString("{\"relations\":[]}");
        assertThat(
                        call(
                                "add_observations",
                                "{\"observations\":[{\"entityName\":\"Alice\",\"contents\":[\"a\",\"b\",\" \"]},{\"entityName\":\"北京 University\",\"contents\":[]}]}"))
                .hasToString(
                        "{\"results\":[{\"entityName\":\"Alice\",\"addedObservations\":[\"b\"]},{\"entityName\":\"北京 University\",\"addedObservations\":[]}]}");
        Reply unknown =
                client.post(
                        MEMORY + "/tools/add_observations",
                        "{\"observations\":[{\"entityName\":\"Nobody\",\"contents\":[\"x\"]}]}");
        assertThat(unknown.status()).isEqualTo(422);
        assertThat(unknown.text()).contains("Nobody");
    }

    @Test
    void nodesAreFoundOpenedAndDeletedAsTheMemoryServerDoes() {
        call(
                "create_entities",
                """
                {"entities":[
                  {"name":"Alice","entityType":"person","observations":["has allergies","runs"]},
                  {"name":"Acme","entityType":"company","observations":[]}]}
                """);
        String works = "{\"from\":\"Alice\",\"to\":\"Acme\",\"relationType\":\"works_at\"}";
        call("create_relations", "{\"relations\":[" + works + "]}");
        String alice =
                "{\"name\":\"Alice\",\"entityType\":\"person\",\"observations\":[\"has allergies\",\"runs\"]}";

        assertThat(call("search_nodes", "{\"query\":\"allergy\"}"))
                .hasToString("{\"entities\":[" + alice + "],\"relations\":[" + works + "]}");
        assertThat(call("open_nodes", "{\"names\":[\"alice\",\"nobody\"]}"))
                .hasToString("{\"entities\":[" + alice + "],\"relations\":[" + works + "]}");
        assertThat(
                        call(
                                "delete_observations",
                                "{\"deletions\":[{\"entityName\":\"Alice\",\"observations\":[\"runs\",\"unknown\"]},{\"entityName\":\"Nobody\",\"observations\":[\"x\"]}]}"))
                .hasToString(
                        "{\"success\":true,\"message\":\"Observations deleted successfully\"}");
        assertThat(
                        call("delete_relations", "{\"relations\":[" + works + "]}")
                                .get("message")
                                .asText())
                .isEqualTo("Relations deleted successfully");
        assertThat(
                        call("delete_entities", "{\"entityNames\":[\"Acme\",\"Nobody\"]}")
                                .get("message")
                                .asText())
                .isEqualTo("Entities deleted successfully");
        assertThat(call("read_graph", "{}"))
                .hasToString(
                        "{\"entities\":[{\"name\":\"Alice\",\"entityType\":\"person\",\"observations\":[\"has allergies\"]}],\"relations\":[]}");
    }

    @Test
    void aRepeatedCallIsAnsweredAsTheFirst() {
        String body = "{\"entity\":\"Alice\",\"facts\":[\"likes tea\"]}";

        Reply first = client.post(MEMORY + "/tools/remember", body, "Idempotency-Key", "k");
        Reply repeat = client.post(MEMORY + "/tools/remember", body, "Idempotency-Key", "k");

        assertThat(repeat.json()).isEqualTo(first.json());
        assertThat(first.json().get("facts_added").asInt()).isEqualTo(1);
        assertThat(first.header("Alluvium-Position")).isNotBlank();
        assertThat(memory.appended()).hasSize(1);
    }

    @Test
    void whatCannotBeIsToldWithTheWayOut() {
        assertThat(client.post(MEMORY + "/tools/dance", "{}").status()).isEqualTo(404);
        assertThat(client.post(MEMORY + "/tools/dance", "{}").text()).contains("create_entities");
        assertThat(client.post(MEMORY + "/tools/remember", "{}").text())
                .contains("/entity", "/facts");
        assertThat(client.post(MEMORY + "/tools/invalidate", "{\"id\":\"none\"}").status())
                .isEqualTo(404);
        assertThat(client.post(MEMORY + "/tools/history", "{\"entity\":\"none\"}").status())
                .isEqualTo(404);
        assertThat(client.post(MEMORY + "/tools/history", "{}").status()).isEqualTo(400);
        assertThat(client.post(MEMORY + "/tools/forget", "{\"facts\":[\"x\"]}").status())
                .isEqualTo(400);
        memory.hold();
        assertThat(
                        client.post(
                                        MEMORY + "/tools/remember?timeout=50",
                                        "{\"entity\":\"a\",\"facts\":[\"b\"]}")
                                .status())
                .isEqualTo(504);
    }

    @Test
    void theCatalogueHasASchemaForEachTool() {
        JsonNode tools = client.get(MEMORY + "/tools").json().get("tools");

        assertThat(tools.findValuesAsText("name"))
                .contains("remember", "relate", "recall", "create_entities", "open_nodes");
        for (JsonNode tool : tools) {
            assertThat(tool.get("description").asText()).isNotBlank();
            assertThat(tool.at("/input_schema/type").asText()).isEqualTo("object");
        }
    }

    private JsonNode call(String tool, String arguments) {
        Reply reply = client.post(MEMORY + "/tools/" + tool, arguments);
        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        return reply.json();
    }
}
