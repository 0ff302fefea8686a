package dev.alluvium.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.models.embedding.EmbeddingException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server whose embedder cannot be reached. */
class FailingEmbedderTest extends ServerTest {

    @Override
    QueryEmbedder embedder() {
        return QueryEmbedder.of(
                TestingMemory.EMBEDDER,
                query -> {
                    throw new EmbeddingException("embedding model m cannot be reached", null);
                });
    }

    @BeforeEach
    void write() {
        client.post(MEMORY + "/records", "{\"records\":[{\"content\":\"sky\",\"vector\":[1,0]}]}");
    }

    @Test
    void aSearchByVectorsIsUnavailableAndSaysTheWayOut() {
        var reply = client.post(MEMORY + "/recall", "{\"query\":\"sky\",\"depth\":\"shallow\"}");

        assertThat(reply.status()).isEqualTo(503);
        assertThat(reply.json().get("detail").asText())
                .contains("embedding model m cannot be reached", "mode lexical");
    }

    @Test
    void aSearchByWordsGoesOn() {
        var reply = client.post(MEMORY + "/recall", "{\"query\":\"sky\",\"mode\":\"lexical\"}");

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.json().get("matches")).hasSize(1);
    }
}
