package dev.alluvium.query;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.models.language.LanguageModel;
import dev.alluvium.query.TestingClient.Reply;
import dev.alluvium.state.json.Json;
import java.util.List;
import java.util.stream.StreamSupport;

/** A server with a scripted language model, and the words of tests about deep recall. */
abstract class DeepServerTest extends ServerTest {

    /** Long enough to be analysed; its words are in no record but where a test puts them. */
    static final String LONG =
            "Please go through whatever was written down over past months and tell me everything that"
                    + " matters before tomorrow's meeting with those responsible, so that nobody is"
                    + " surprised by anything which might have been settled already";

    final ScriptedModel model = new ScriptedModel();

    @Override
    LanguageModel model() {
        return model;
    }

    JsonNode recall(ObjectNode ask) {
        Reply reply = client.post(MEMORY + "/recall", ask.toString());
        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        return reply.json();
    }

    void remember(ObjectNode... records) {
        ObjectNode body = Json.object();
        List.of(records).forEach(body.putArray("records")::add);
        Reply reply = client.post(MEMORY + "/records", body.toString());
        assertThat(reply.status()).as(reply.text()).isEqualTo(202);
    }

    static ObjectNode ask(String query) {
        return Json.object().put("query", query).put("explain", true);
    }

    static ObjectNode options(ObjectNode ask, String name, double value) {
        ask.withObject("/options").put(name, value);
        return ask;
    }

    static ObjectNode record(String content) {
        return Json.object().put("content", content);
    }

    /** Records of which each word is its own. */
    static ObjectNode[] fillers(int count) {
        ObjectNode[] records = new ObjectNode[count];
        for (int i = 0; i < count; i++) {
            records[i] = record("filler" + i + " number" + i).put("id", "filler" + i);
        }
        return records;
    }

    static List<String> ids(JsonNode found) {
        return StreamSupport.stream(found.get("matches").spliterator(), false)
                .map(match -> match.at("/record/id").asText())
                .toList();
    }

    static JsonNode step(JsonNode found, String name) {
        ArrayNode steps = (ArrayNode) found.at("/deep/steps");
        return StreamSupport.stream(steps.spliterator(), false)
                .filter(step -> step.get("step").asText().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
