package dev.alluvium.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alluvium.query.TestingClient.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A log that acknowledges nothing, and more writers than the server has threads. */
class LogOutageTest extends ServerTest {

    private static final String ONE = "{\"records\":[{\"content\":\"the sky is blue\"}]}";
    private static final int THREADS = 32;

    private final ExecutorService writers = Executors.newCachedThreadPool();

    @AfterEach
    void stopWriting() {
        memory.acknowledge();
        writers.shutdown();
    }

    @Test
    void writesThatWaitDoNotStarveReads() {
        client.post(MEMORY + "/records", ONE);
        memory.silence();
        List<CompletableFuture<Reply>> writing = new ArrayList<>();
        for (int i = 0; i < 2 * THREADS; i++) {
            writing.add(
                    CompletableFuture.supplyAsync(
                            () -> client.post(MEMORY + "/records", ONE), writers));
        }
        await().until(() -> answered(writing).size() == 2 * THREADS - THREADS / 2);

        assertThat(memory.unacknowledged()).isEqualTo(THREADS / 2);
        assertThat(answered(writing)).extracting(Reply::status).containsOnly(503);
        assertThat(answered(writing))
                .extracting(reply -> reply.header("Retry-After"))
                .containsOnly("1");
        assertThat(answered(writing).get(0).json().path("detail").asText())
                .contains("this one was not sent");
        assertThat(client.get(MEMORY + "/records").json().path("total").asInt()).isEqualTo(1);
        assertThat(client.post(MEMORY + "/records", ONE).status()).isEqualTo(503);

        memory.acknowledge();
        await().until(() -> answered(writing).size() == 2 * THREADS);
        assertThat(answered(writing))
                .filteredOn(reply -> reply.status() == 202)
                .hasSize(THREADS / 2);
        assertThat(client.post(MEMORY + "/records", ONE).status()).isEqualTo(202);
    }

    private static List<Reply> answered(List<CompletableFuture<Reply>> writing) {
        return writing.stream()
                .filter(CompletableFuture::isDone)
                .map(CompletableFuture::join)
                .toList();
    }

    @Override
    ApiSettings settings() {
        return super.settings().withThreads(THREADS);
    }
}
