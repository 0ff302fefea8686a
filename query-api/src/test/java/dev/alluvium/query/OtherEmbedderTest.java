package dev.alluvium.query;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server that runs with another embedder than the one that made a memory's vectors. */
class OtherEmbedderTest extends ServerTest {

    @Override
    QueryEmbedder embedder() {
        return QueryEmbedder.of("other", query -> new float[] {1, 0});
    }

    @BeforeEach
    void write() {
        client.post(MEMORY + "/records", "{\"records\":[{\"content\":\"sky\",\"vector\":[1,0]}]}");
    }

    @Test
    void aSearchByVectorsNamesBothModelsAndTheWayOut() {
        var reply = client.post(MEMORY + "/recall", "{\"query\":\"sky\"}");

        assertThat(reply.status()).isEqualTo(422);
        assertThat(reply.json().get("detail").asText())
                .contains("other", TestingMemory.EMBEDDER, "mode lexical", "anew");
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
