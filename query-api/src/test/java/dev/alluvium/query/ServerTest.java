package dev.alluvium.query;

import static org.awaitility.Awaitility.await;

import dev.alluvium.models.language.LanguageModel;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A server over a fresh testing memory for each test. */
abstract class ServerTest {

    static final String MEMORY = TestingClient.MEMORY;

    final TestingMemory memory = new TestingMemory();
    QueryApi api;
    TestingClient client;

    @BeforeEach
    void start() {
        api = new QueryApi(settings(), memory, memory, embedder(), model(), memory);
        api.start();
        client = new TestingClient(api.port());
    }

    @AfterEach
    void stop() {
        api.close();
    }

    /** Another server over the same memory: what only a server remembers is gone. */
    void restart() {
        api.close();
        api = new QueryApi(settings(), memory, memory, embedder(), model(), memory);
        api.start();
        client = new TestingClient(api.port());
        await().until(() -> client.get("/healthz").status() == 200);
    }

    ApiSettings settings() {
        return ApiSettings.DEFAULTS
                .withPort(0)
                .withTimeout(Duration.ofMillis(500))
                .withAccessFlush(Duration.ZERO);
    }

    QueryEmbedder embedder() {
        return null;
    }

    LanguageModel model() {
        return null;
    }
}
