package dev.alluvium.query;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import dev.alluvium.state.command.Reembed;
import dev.alluvium.state.command.SetVectors;
import dev.alluvium.state.reembed.RowKind;
import dev.alluvium.state.reembed.RowVectors;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Having a memory embedded anew over HTTP, and asking how far that is. */
class ReembedTest extends ServerTest {

    private static final String PATH = MEMORY + "/reembed";

    private boolean embeds = true;

    @Override
    QueryEmbedder embedder() {
        return embeds
                ? QueryEmbedder.of(TestingMemory.EMBEDDER, (query, limit) -> new float[] {1, 0})
                : null;
    }

    private JsonNode progress() {
        return client.get(PATH).json();
    }

    private void answer(Position of, String failure) {
        memory.append(
                new SetVectors(
                        MemoryId.ofKey(MEMORY.substring(MEMORY.indexOf("memories/") + 9)),
                        TestingMemory.EMBEDDER,
                        of,
                        RowKind.RECORDS,
                        2,
                        failure == null
                                ? List.of(new RowVectors(1, null, List.of(new float[] {0, 1})))
                                : List.of(),
                        failure));
    }

    @Test
    void progressIsToldFromTheFirstRowToTheLast() {
        assertThat(progress().path("state").asText()).isEqualTo("never");
        client.post(
                MEMORY + "/records",
                "{\"records\":[{\"content\":\"sky\",\"vector\":[1,0]},{\"content\":\"sea\"}]}");

        var reply = client.post(PATH + "?wait=true", "{}");

        assertThat(reply.status()).isEqualTo(200);
        Position asked = Position.parse(reply.json().get("position").asText());
        assertThat(memory.appended().get(1))
                .isInstanceOfSatisfying(
                        Reembed.class,
                        command -> {
                            assertThat(command.embedder()).isEqualTo(TestingMemory.EMBEDDER);
                            assertThat(command.anew()).isFalse();
                        });
        JsonNode running = progress();
        assertThat(running.path("state").asText()).isEqualTo("running");
        assertThat(running.path("rows").asLong()).isEqualTo(2);
        assertThat(running.path("rows_done").asLong()).isEqualTo(1);
        assertThat(running.path("embedder").asText()).isEqualTo(TestingMemory.EMBEDDER);
        assertThat(running.path("configured_embedder").asText()).isEqualTo(TestingMemory.EMBEDDER);

        answer(asked, null);

        JsonNode completed = progress();
        assertThat(completed.path("state").asText()).isEqualTo("completed");
        assertThat(completed.path("rows_done").asLong()).isEqualTo(2);
        assertThat(completed.path("embedded").asLong()).isEqualTo(1);
        assertThat(completed.path("error").isNull()).isTrue();
    }

    @Test
    void failureIsToldAndAnotherRequestGoesOn() {
        client.post(
                MEMORY + "/records", "{\"records\":[{\"content\":\"sky\"},{\"content\":\"sea\"}]}");
        String position =
                client.post(PATH + "?wait=true", "{\"anew\":true}").json().get("position").asText();

        answer(Position.parse(position), "the embedder is down");

        assertThat(progress().path("state").asText()).isEqualTo("failed");
        assertThat(progress().path("error").asText()).isEqualTo("the embedder is down");
        client.post(PATH, "{}");
        assertThat(progress().path("state").asText()).isEqualTo("running");
    }

    @Test
    void whereNothingEmbedsItIsRefused() {
        embeds = false;
        restart();

        var reply = client.post(PATH, "{}");

        assertThat(reply.status()).isEqualTo(422);
        assertThat(reply.json().get("detail").asText()).contains("option embedder");
        assertThat(memory.appended()).isEmpty();
    }

    @Test
    void partOfAMemoryIsNotEmbeddedAlone() {
        assertThat(client.post(PATH + "?root=/a", "{}").status()).isEqualTo(403);
        assertThat(client.get(PATH + "?root=/a").status()).isEqualTo(403);
    }
}
