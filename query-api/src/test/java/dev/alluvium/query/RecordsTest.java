package dev.alluvium.query;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.query.TestingClient.Reply;
import org.junit.jupiter.api.Test;

class RecordsTest extends ServerTest {

    private static final String ONE = "{\"records\":[{\"content\":\"the sky is blue\"}]}";

    @Test
    void aWriteIsAcknowledgedWithItsPositionAndIds() {
        Reply reply = client.post(MEMORY + "/records", ONE);

        assertThat(reply.status()).isEqualTo(202);
        assertThat(reply.json().get("position").asText()).matches("\\d+:0");
        assertThat(reply.json().get("ids").get(0).asText()).hasSize(26);
        assertThat(reply.header("Alluvium-Position"))
                .isEqualTo(reply.json().get("position").asText());
    }

    @Test
    void aWaitingWriteSaysWhatItDid() {
        Reply first = client.post(MEMORY + "/records?wait=true", ONE);
        Reply second = client.post(MEMORY + "/records?wait=true", ONE);

        assertThat(first.status()).isEqualTo(200);
        assertThat(first.json().at("/outcomes/0/action").asText()).isEqualTo("inserted");
        assertThat(second.json().at("/outcomes/0/action").asText()).isEqualTo("duplicate");
        assertThat(second.json().at("/outcomes/0/duplicate_of").asText())
                .isEqualTo(first.json().at("/ids/0").asText());
    }

    @Test
    void recallFindsWhatWasWritten() {
        client.post(MEMORY + "/records", ONE);

        Reply reply = client.post(MEMORY + "/recall", "{\"query\":\"blue sky\",\"explain\":true}");

        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        JsonNode match = reply.json().at("/matches/0");
        assertThat(match.at("/record/content").asText()).isEqualTo("the sky is blue");
        assertThat(match.get("score").asDouble()).isPositive();
        assertThat(match.at("/parts/lexical").asDouble()).isPositive();
        assertThat(match.at("/record/vector").isMissingNode()).isTrue();
        assertThat(reply.json().get("timing").has("search_ms")).isTrue();
        assertThat(reply.json().get("position").asText())
                .isEqualTo(reply.header("Alluvium-Position"));
    }

    @Test
    void aRecordIsReadChangedAndDeletedByItsId() {
        client.post(
                MEMORY + "/records", "{\"records\":[{\"id\":\"r1\",\"content\":\"tea at five\"}]}");

        assertThat(client.get(MEMORY + "/records/r1").json().get("content").asText())
                .isEqualTo("tea at five");
        assertThat(
                        client.patch(
                                        MEMORY + "/records/r1?wait=true",
                                        "{\"content\":\"tea at six\"}")
                                .status())
                .isEqualTo(200);
        assertThat(client.get(MEMORY + "/records/r1").json().get("content").asText())
                .isEqualTo("tea at six");
        assertThat(client.get(MEMORY + "/records/r1/history").json().get("versions")).hasSize(2);
        Reply deleted = client.delete(MEMORY + "/records/r1?wait=true");
        assertThat(deleted.status()).isEqualTo(200);
        assertThat(deleted.json().get("forgotten").asInt()).isEqualTo(1);
        assertThat(client.get(MEMORY + "/records/r1").status()).isEqualTo(404);
    }

    @Test
    void whatIsUnknownIsNotFoundAndNothingIsWritten() {
        assertThat(client.get(MEMORY + "/records/none").status()).isEqualTo(404);
        assertThat(client.get(MEMORY + "/records/none/history").status()).isEqualTo(404);
        assertThat(client.patch(MEMORY + "/records/none", "{\"content\":\"x\"}").status())
                .isEqualTo(404);
        assertThat(client.delete(MEMORY + "/records/none").status()).isEqualTo(404);
        assertThat(memory.appended()).isEmpty();
    }

    @Test
    void listingIsNewestFirstAndPaged() {
        for (int i = 0; i < 5; i++) {
            client.post(
                    MEMORY + "/records",
                    "{\"records\":[{\"id\":\"r%d\",\"content\":\"number %d\",\"created_at\":\"2026-01-0%dT00:00:00Z\"}]}"
                            .formatted(i, i, i + 1));
        }

        JsonNode first = client.get(MEMORY + "/records?limit=3").json();
        JsonNode second =
                client.get(MEMORY + "/records?limit=3&cursor=" + first.get("next_cursor").asText())
                        .json();

        assertThat(first.get("records").findValuesAsText("id")).containsExactly("r4", "r3", "r2");
        assertThat(first.get("total").asInt()).isEqualTo(5);
        assertThat(second.get("records").findValuesAsText("id")).containsExactly("r1", "r0");
        assertThat(second.get("next_cursor").isNull()).isTrue();
    }
}
