package dev.alluvium.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.state.command.Command;
import dev.alluvium.state.command.Touch;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a recall leaves behind, and what it is searched by. */
class AccessTest extends ServerTest {

    @BeforeEach
    void write() {
        client.post(
                MEMORY + "/records",
                "{\"records\":[{\"id\":\"a\",\"content\":\"sky\",\"scope\":\"/x\",\"vector\":[1,0]},"
                        + "{\"id\":\"b\",\"content\":\"sea\",\"scope\":\"/x\",\"vector\":[0,1]}]}");
    }

    @Override
    ApiSettings settings() {
        return super.settings().withAccessFlush(Duration.ofMillis(20));
    }

    @Override
    QueryEmbedder embedder() {
        return QueryEmbedder.of(
                TestingMemory.EMBEDDER,
                (query, limit) -> query.contains("sky") ? new float[] {1, 0} : new float[] {0, 1});
    }

    @Test
    void recalledRecordsAreTouchedThroughTheLog() {
        JsonNode before = client.get(MEMORY + "/records/a").json().get("last_accessed");
        client.post(MEMORY + "/recall", "{\"query\":\"sky\",\"limit\":1}");

        await().until(() -> !touches().isEmpty());
        assertThat(touches()).allSatisfy(touch -> assertThat(touch.ids()).containsExactly("a"));
        JsonNode after = client.get(MEMORY + "/records/a").json().get("last_accessed");
        assertThat(after.asText()).isGreaterThan(before.asText());
    }

    @Test
    void readOnlyCallersLeaveNoTrace() {
        client.post(MEMORY + "/recall", "{\"query\":\"sky\",\"read_only\":true}");
        client.post(MEMORY + "/recall?slice=/x", "{\"query\":\"sky\"}");
        client.post(MEMORY + "/recall", "{\"query\":\"sea\",\"limit\":1}");

        await().until(() -> !touches().isEmpty());
        assertThat(touches()).flatExtracting(Touch::ids).containsOnly("b");
    }

    @Test
    void closingFlushesWhatIsNoted() {
        client.post(MEMORY + "/recall", "{\"query\":\"sky\",\"limit\":1}");

        api.close();

        assertThat(touches()).isNotEmpty();
    }

    @Test
    void queriesAreEmbeddedUnlessTheyBringAVectorOrAskForWords() {
        assertThat(best("{\"query\":\"blue sky\",\"mode\":\"semantic\",\"limit\":1}"))
                .isEqualTo("a");
        assertThat(best("{\"query\":\"sky\",\"vector\":[0,1],\"mode\":\"semantic\",\"limit\":1}"))
                .isEqualTo("b");
        assertThat(best("{\"vector\":[0,2],\"limit\":1}")).isEqualTo("b");
        JsonNode lexical =
                client.post(MEMORY + "/recall", "{\"query\":\"sky\",\"mode\":\"lexical\"}").json();
        assertThat(lexical.at("/matches/0/parts/similarity").isNull()).isTrue();
    }

    @Test
    void vectorsAreShownWhereAskedFor() {
        String ofA = "AACAPwAAAAA=";

        assertThat(client.get(MEMORY + "/records/a?vector=true").json().get("vector").asText())
                .isEqualTo(ofA);
        assertThat(client.get(MEMORY + "/records/a").json().has("vector")).isFalse();
        assertThat(
                        client.get(MEMORY + "/records?vector=true")
                                .json()
                                .get("records")
                                .findValuesAsText("vector"))
                .contains(ofA);
        assertThat(
                        client.post(
                                        MEMORY + "/recall",
                                        "{\"query\":\"sky\",\"limit\":1,\"include_vectors\":true}")
                                .json()
                                .at("/matches/0/record/vector")
                                .asText())
                .isEqualTo(ofA);
    }

    private String best(String body) {
        return client.post(MEMORY + "/recall", body).json().at("/matches/0/record/id").asText();
    }

    private List<Touch> touches() {
        return memory.appended().stream()
                .filter((Command command) -> command instanceof Touch)
                .map(Touch.class::cast)
                .toList();
    }
}
