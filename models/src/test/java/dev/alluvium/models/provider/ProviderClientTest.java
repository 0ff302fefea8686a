package dev.alluvium.models.provider;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.wireMockConfig;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import java.net.URI;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ProviderClientTest {

    private final WireMockServer server = new WireMockServer(wireMockConfig().dynamicPort());

    @BeforeEach
    void start() {
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop();
    }

    private void always(ResponseDefinitionBuilder reply) {
        server.stubFor(post(anyUrl()).willReturn(reply));
    }

    private String say(int retries, Duration timeout, Duration deadline) {
        ProviderClient client =
                new ProviderClient(
                        "parrot",
                        Secrets.of("k-1"),
                        new Retries(retries, Duration.ofMillis(1), Duration.ofMillis(5)),
                        timeout,
                        1_000);
        return client.post(
                new Call(
                        URI.create(server.baseUrl() + "/say?key=k-1"),
                        Map.of("X-Key", "k-1"),
                        "{}"),
                Deadline.in(deadline));
    }

    private int tries() {
        return server.findAll(postRequestedFor(anyUrl())).size();
    }

    @Test
    void aRedirectIsNotFollowed() {
        server.stubFor(get(anyUrl()).willReturn(aResponse().withBody("caught")));
        always(aResponse().withStatus(302).withHeader("Location", server.baseUrl() + "/else"));
        assertThatThrownBy(() -> say(3, Duration.ofSeconds(9), Duration.ofSeconds(9)))
                .isInstanceOf(ProviderException.class)
                .hasMessageStartingWith(
                        "parrot answered 302 at localhost:" + server.port() + "/say:")
                .hasMessageNotContaining("k-1");
        assertThat(tries()).isEqualTo(1);
    }

    @Test
    void aTryThatHangsIsTriedAgainWithinTheDeadline() {
        always(aResponse().withFixedDelay(60_000));
        assertThatThrownBy(() -> say(2, Duration.ofMillis(200), Duration.ofSeconds(30)))
                .hasMessageContaining("did not answer in time at localhost")
                .hasMessageEndingWith("(tried 3 times)");
        Awaitility.await().untilAsserted(() -> assertThat(tries()).isEqualTo(3));
    }

    @Test
    void aDateIsWaitedForToo() {
        String date =
                ZonedDateTime.now(ZoneOffset.UTC)
                        .plusHours(1)
                        .format(DateTimeFormatter.RFC_1123_DATE_TIME);
        always(aResponse().withStatus(503).withHeader("Retry-After", date));
        assertThatThrownBy(() -> say(3, Duration.ofSeconds(9), Duration.ofSeconds(9)))
                .hasMessageContaining("answered 503");
        assertThat(tries()).isEqualTo(1);
    }

    @Test
    void milliSecondsCountBeforeSeconds() {
        always(
                aResponse()
                        .withStatus(429)
                        .withHeader("retry-after-ms", "1")
                        .withHeader("Retry-After", "60"));
        assertThatThrownBy(() -> say(3, Duration.ofSeconds(9), Duration.ofSeconds(9)))
                .hasMessageEndingWith("(tried 4 times)");
        assertThat(tries()).isEqualTo(4);
    }

    @Test
    void aPauseThatIsNoneFallsBackToOurs() {
        always(aResponse().withStatus(500).withHeader("Retry-After", "soon"));
        assertThatThrownBy(() -> say(1, Duration.ofSeconds(9), Duration.ofSeconds(9)))
                .hasMessageEndingWith("(tried 2 times)");
    }

    @Test
    void nobodyThereIsSaid() {
        int port = server.port();
        server.stop();
        ProviderClient client =
                new ProviderClient(
                        "parrot",
                        Secrets.of("k-1"),
                        new Retries(1, Duration.ofMillis(1), Duration.ofMillis(5)),
                        Duration.ofSeconds(9),
                        1_000);
        assertThatThrownBy(
                        () ->
                                client.post(
                                        new Call(
                                                URI.create("http://localhost:" + port + "/say"),
                                                Map.of(),
                                                "{}"),
                                        Deadline.in(Duration.ofSeconds(9))))
                .isInstanceOf(ProviderException.class)
                .hasMessage(
                        "parrot cannot be reached at localhost:%d/say (ConnectException) (tried 2 times)"
                                .formatted(port));
    }

    @Test
    void aReplyAtItsBoundIsReadAndOneByteMoreIsNot() {
        always(aResponse().withBody("x".repeat(1_000)));
        assertThat(say(0, Duration.ofSeconds(9), Duration.ofSeconds(9))).hasSize(1_000);
        always(aResponse().withBody("x".repeat(1_001)));
        assertThatThrownBy(() -> say(3, Duration.ofSeconds(9), Duration.ofSeconds(9)))
                .hasMessageContaining("longer than 1000 bytes");
    }

    @Test
    void aDeadlineThatHasPassedAsksNobody() {
        always(aResponse());
        assertThatThrownBy(() -> say(3, Duration.ofSeconds(9), Duration.ZERO))
                .hasMessageContaining("did not answer in time");
        assertThat(tries()).isZero();
    }

    @Test
    void aLongRefusalIsCut() {
        always(aResponse().withStatus(400).withBody("k-1 ".repeat(100_000)));
        assertThatThrownBy(() -> say(3, Duration.ofSeconds(9), Duration.ofSeconds(9)))
                .hasMessageContaining("[key] [key]")
                .hasMessageNotContaining("k-1")
                .satisfies(e -> assertThat(e.getMessage().length()).isLessThan(400));
    }
}
