package dev.alluvium.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.models.embedding.EmbeddingException;
import dev.alluvium.state.option.Embedded;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server whose embedder cannot be reached. */
class FailingEmbedderTest extends ServerTest {

    @Override
    QueryEmbedder embedder() {
        return QueryEmbedder.of(
                TestingMemory.EMBEDDER,
                (query, limit) -> {
                    throw new EmbeddingException(
                            "embedding model m cannot be reached within " + limit.toMillis(), null);
                });
    }

    @Override
    ApiSettings settings() {
        return super.settings().withEmbedded(new Embedded(true, true));
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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/recall",
                "/search",
                "/turns/search",
                "/graph/search",
                "/tools/recall",
                "/tools/search_nodes"
            })
    void aQueryIsGivenTheTimeOfItsRequest(String path) {
        String query = "{\"query\":\"sky\"}";
        assertThat(client.post(MEMORY + path + "?timeout=1234", query).text())
                .contains("cannot be reached within 1234;");
        assertThat(client.post(MEMORY + path, query).text())
                .as("the server's")
                .contains("cannot be reached within 500;");
    }

    @Test
    void aSearchByWordsGoesOn() {
        var reply = client.post(MEMORY + "/recall", "{\"query\":\"sky\",\"mode\":\"lexical\"}");

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.json().get("matches")).hasSize(1);
    }
}
