package dev.alluvium.query;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.query.TestingClient.Reply;
import dev.alluvium.state.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What of a memory an export has, and at which moment. */
class ExportTest extends ServerTest {

    @Test
    void hasTheGraphBehindRecordsAndTurns() {
        client.post(
                MEMORY + "/graph",
                """
                {"entities":[{"id":"e1","name":"Zoë","type":"person"}],
                 "relations":[{"id":"r1","source":"Zoë","type":"lives_in","target":"北京","valid_from":"2021-01-01",
                               "single_valued":true,"said_by":"ann","session":"s1"}],
                 "observations":[{"entity":"Zoë","observations":[{"id":"o1","content":"likes 🍵","valid_from":"2020-01-01"}]}],
                 "create_missing":true}
                """);
        client.post(MEMORY + "/records", "{\"records\":[{\"id\":\"r\",\"content\":\"c\"}]}");
        client.post(MEMORY + "/turns", "{\"turns\":[{\"id\":\"t\",\"content\":\"said\"}]}");

        List<ObjectNode> rows = export("");

        assertThat(rows)
                .extracting(row -> row.remove(List.of("app", "user")).fieldNames().next())
                .containsExactly("record", "turn", "entity", "entity", "observation", "relation");
        assertThat(rows.get(2).get("entity"))
                .isEqualTo(json("{\"id\":\"e1\",\"name\":\"Zoë\",\"type\":\"person\"}"));
        assertThat(rows.get(4).get("observation"))
                .isEqualTo(
                        json(
                                "{\"entity\":\"Zoë\",\"id\":\"o1\",\"content\":\"likes 🍵\",\"valid_from\":\"2020-01-01T00:00:00Z\"}"));
        assertThat(rows.get(5).get("relation"))
                .isEqualTo(
                        json(
                                """
                                {"id":"r1","source":"Zoë","type":"lives_in","target":"北京","single_valued":true,
                                 "valid_from":"2021-01-01T00:00:00Z","said_by":"ann","session":"s1"}"""));
        assertThat(export("?kind=graph")).hasSize(4);
        assertThat(export("?kind=records&kind=turns")).hasSize(2);
        assertThat(export("?kind=turns")).hasSize(1);
    }

    @Test
    void isOfAMoment() {
        client.post(
                MEMORY + "/graph/entities?wait=true",
                """
                {"entities":[{"name":"A","observations":[
                  {"id":"past","content":"past","valid_from":"2020-01-01","valid_to":"2021-01-01"},
                  {"id":"now","content":"now"},
                  {"id":"future","content":"future","valid_from":"9000-01-01"}]}]}
                """);
        client.post(
                MEMORY + "/records?wait=true",
                "{\"records\":[{\"id\":\"r\",\"content\":\"old\",\"valid_from\":\"2020-01-01\",\"valid_to\":\"2021-01-01\"}]}");
        client.post(MEMORY + "/graph/facts/past/correct?wait=true", "{\"content\":\"corrected\"}");

        assertThat(contents("?kind=graph")).containsExactly("corrected", "now", "future");
        assertThat(contents("?kind=graph&as_of=now")).containsExactly("now");
        assertThat(contents("?as_of=2020-06-01")).containsExactly("old", "corrected");
        assertThat(contents("?as_of=now")).containsExactly("now");
        assertThat(contents("?known_at=2001-01-01")).isEmpty();
        assertThat(export("?known_at=2001-01-01")).isEmpty();
    }

    @Test
    void refusesWhatItDoesNotKnowByName() {
        assertThat(client.get(MEMORY + "/export?kind=graphs").text())
                .contains("unknown kind \\\"graphs\\\"; known: records, turns, graph");
        assertThat(client.get(MEMORY + "/export?as_of=yesterday").text())
                .contains("\\\"yesterday\\\" is not an ISO 8601 time");
    }

    private List<String> contents(String parameters) {
        return export(parameters).stream()
                .map(
                        row ->
                                row.at("/record/content").asText()
                                        + row.at("/observation/content").asText())
                .filter(content -> !content.isEmpty())
                .toList();
    }

    private List<ObjectNode> export(String parameters) {
        Reply reply = client.get(MEMORY + "/export" + parameters);
        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        return reply.text().lines().map(line -> (ObjectNode) json(line)).toList();
    }

    private static JsonNode json(String text) {
        return Json.parse(text.getBytes(StandardCharsets.UTF_8));
    }
}
