package dev.alluvium.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server that runs with another embedder than the one that made a memory's vectors. */
class OtherEmbedderTest extends ServerTest {

    @Override
    QueryEmbedder embedder() {
        return QueryEmbedder.of("other", (query, limit) -> new float[] {1, 0, 0});
    }

    @BeforeEach
    void write() {
        client.post(
                MEMORY + "/records",
                "{\"records\":[{\"id\":\"r\",\"content\":\"sky\",\"vector\":[1,0]}]}");
    }

    @Test
    void aSearchByVectorsNamesBothModelsAndTheWayOut() {
        var reply = client.post(MEMORY + "/recall", "{\"query\":\"sky\"}");

        assertThat(reply.status()).isEqualTo(422);
        assertThat(reply.json().get("detail").asText())
                .contains("other", TestingMemory.EMBEDDER, "mode lexical", "anew");
    }

    @Test
    void aWriteNamesBothModelsAndDimensionsAndTheWayOutAndWritesNothing() {
        List<TestingClient.Reply> replies =
                List.of(
                        client.post(MEMORY + "/records", "{\"records\":[{\"content\":\"sea\"}]}"),
                        client.post(
                                MEMORY + "/records?wait=true",
                                "{\"records\":[{\"content\":\"sea\",\"vector\":[1,0]}]}"),
                        client.patch(MEMORY + "/records/r", "{\"content\":\"sea\"}"));

        assertThat(replies)
                .allSatisfy(
                        reply -> {
                            assertThat(reply.status()).isEqualTo(422);
                            assertThat(reply.json().get("detail").asText())
                                    .contains(
                                            "model (2 dimensions)",
                                            "other (3 dimensions)",
                                            "nothing was written",
                                            "alluvium reembed");
                        });
        assertThat(memory.appended()).hasSize(1);
    }

    @Test
    void writesThatEmbedNothingGoOn() {
        assertThat(client.patch(MEMORY + "/records/r", "{\"importance\":1}").status())
                .isEqualTo(202);
        assertThat(client.post(MEMORY + "/turns", "{\"turns\":[{\"content\":\"hi\"}]}").status())
                .isEqualTo(202);
        assertThat(client.post(MEMORY + "/forget", "{\"ids\":[\"r\"]}").status()).isEqualTo(202);
    }

    @Test
    void aSearchByWordsGoesOn() {
        var reply = client.post(MEMORY + "/recall", "{\"query\":\"sky\",\"mode\":\"lexical\"}");

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.json().get("matches")).hasSize(1);
    }

    @Test
    void aVectorThatTheCallerBringsIsTheCallersConcern() {
        var reply = client.post(MEMORY + "/recall", "{\"query\":\"sky\",\"vector\":[1,0]}");

        assertThat(reply.status()).isEqualTo(200);
    }
}
