package dev.alluvium.query;

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
        api = new QueryApi(settings(), memory, memory, embedder(), memory);
        api.start();
        client = new TestingClient(api.port());
    }

    @AfterEach
    void stop() {
        api.close();
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
}
