package dev.alluvium.models.embedding;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.containing;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.wireMockConfig;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.extension.ResponseDefinitionTransformerV2;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import com.github.tomakehurst.wiremock.stubbing.Scenario;
import com.github.tomakehurst.wiremock.stubbing.ServeEvent;
import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import dev.alluvium.models.provider.Deadline;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

/** Asks a local server that speaks each provider's wire format. */
class RemoteEmbeddingModelTest {

    private static final String KEY = "sk-this/is+secret";

    /** Answers a request with vectors of its own texts. */
    private final class Vectors implements ResponseDefinitionTransformerV2 {
        @Override
        public ResponseDefinition transform(ServeEvent event) {
            return okJson(wire.replyTo(event.getRequest().getBodyAsString(), dimension)).build();
        }

        @Override
        public String getName() {
            return "vectors";
        }

        @Override
        public boolean applyGlobally() {
            return false;
        }
    }

    private final WireMockServer server =
            new WireMockServer(wireMockConfig().dynamicPort().extensions(new Vectors()));
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final Logger root = (Logger) LoggerFactory.getLogger("dev");
    private volatile VectorWire wire;
    private volatile int dimension = 2;
    private int replies;

    @BeforeEach
    void start() {
        server.start();
        server.stubFor(
                post(urlEqualTo("/identity/token"))
                        .willReturn(
                                okJson(
                                        "{\"access_token\":\"token-of-%s\",\"refresh_token\":\"no\",\"token_type\":\"Bearer\",\"expires_in\":3600}"
                                                .formatted(KEY))));
        root.setLevel(Level.TRACE);
        log.start();
        root.addAppender(log);
    }

    @AfterEach
    void stop() {
        root.detachAppender(log);
        root.setLevel(null);
        server.stop();
        assertThat(log.list).allSatisfy(event -> assertNoKey(event.getFormattedMessage()));
    }

    @ParameterizedTest
    @EnumSource
    void speaksTheProvidersFormat(VectorWire given) {
        EmbeddingModel model = open(given);
        reply(vectors());
        List<float[]> vectors = model.embed(List.of("a", "bb"), Purpose.PASSAGE);
        LoggedRequest request = requests().get(0);
        assertThat(request.getUrl()).isEqualTo(given.path);
        assertThat(request.getHeader(given.header)).isEqualTo(given.prefix + KEY);
        assertThat(request.getHeader("Content-Type")).isEqualTo("application/json");
        assertThat(VectorWire.json(request.getBodyAsString())).isEqualTo(given.request());
        assertUnit(vectors, 1, 2);
    }

    @ParameterizedTest
    @EnumSource(names = {"VOYAGE", "JINA", "GOOGLE", "VERTEX", "COHERE", "BEDROCK", "CUSTOM"})
    void tellsAQueryFromAPassage(VectorWire given) {
        EmbeddingModel model = open(given);
        reply(vectors());
        reply(vectors());
        model.embed(List.of("a"), Purpose.PASSAGE);
        model.embed(List.of("a"), Purpose.QUERY);
        assertThat(bodies().get(1)).isNotEqualTo(bodies().get(0)).containsIgnoringCase("query");
    }

    @ParameterizedTest
    @EnumSource
    void sendsNoMoreAtOnceThanIsAllowed(VectorWire given) {
        EmbeddingModel model = open(given, "batch_size", 2);
        assertThat(model.preferredBatch()).isEqualTo(2);
        for (int i = 0; i < 3; i++) {
            reply(vectors());
        }
        assertUnit(
                model.embed(List.of("a", "bb", "ccc", "dddd", "eeeee"), Purpose.PASSAGE),
                1,
                2,
                3,
                4,
                5);
        assertThat(bodies().stream().map(given::textsIn))
                .containsExactly(List.of("a", "bb"), List.of("ccc", "dddd"), List.of("eeeee"));
    }

    @ParameterizedTest
    @EnumSource
    void asksAnOverloadedProviderAgain(VectorWire given) {
        EmbeddingModel model = open(given);
        reply(aResponse().withStatus(429).withHeader("retry-after-ms", "1").withBody("slow down"));
        reply(vectors());
        assertUnit(model.embed(List.of("a"), Purpose.PASSAGE), 1);
        assertThat(requests()).hasSize(2);
    }

    @ParameterizedTest
    @EnumSource
    void givesUpAfterItsRetries(VectorWire given) {
        EmbeddingModel model = open(given, "retries", 1);
        reply(aResponse().withStatus(503).withBody("down with " + KEY));
        reply(aResponse().withStatus(500).withBody("down with token-of-" + KEY));
        assertFails(model, "answered 500 at localhost:", "down with", "[key]", "(tried 2 times)");
        assertThat(requests()).hasSize(2);
    }

    @ParameterizedTest
    @EnumSource
    void aRefusalIsNotTriedAgain(VectorWire given) {
        EmbeddingModel model = open(given);
        reply(aResponse().withStatus(401).withBody("{\"message\":\"no such key: " + KEY + "\"}"));
        assertFails(model, "answered 401 at localhost:", "no such key: [key]");
        assertThat(requests()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void aHangingProviderEndsInTime(VectorWire given) {
        EmbeddingModel model = open(given, "timeout", 1);
        reply(okJson("{}").withFixedDelay(60_000));
        long start = System.nanoTime();
        assertFails(model, "did not answer in time");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
    }

    @ParameterizedTest
    @EnumSource
    void aHangingProviderIsWaitedForNoLongerThanTheCallerWaits(VectorWire given) {
        EmbeddingModel model = open(given);
        reply(okJson("{}").withFixedDelay(60_000));
        long start = System.nanoTime();
        assertThatThrownBy(
                        () ->
                                model.embed(
                                        List.of("a"),
                                        Purpose.QUERY,
                                        Deadline.in(Duration.ofMillis(300))))
                .isInstanceOf(EmbeddingException.class)
                .hasMessageContaining("did not answer in time");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
    }

    @Test
    void queriesThatHangHoldUpNoOtherQuery() {
        EmbeddingModel model = open(VectorWire.OPENAI);
        server.stubFor(
                post(anyUrl())
                        .withRequestBody(containing("hanging"))
                        .willReturn(okJson("{}").withFixedDelay(60_000)));
        reply(vectors());
        try (EmbeddingService service =
                new EmbeddingService(model, new EmbeddingOptions(1, 10, 1 << 20))) {
            List<CompletableFuture<float[]>> hanging =
                    IntStream.range(0, 4).mapToObj(i -> hanging(service, "hanging " + i)).toList();
            await().until(() -> requests().size() == 4);

            assertThat(service.query("a", Duration.ofSeconds(20))).hasSize(2);
            assertThat(hanging).noneMatch(CompletableFuture::isDone);
        }
    }

    private static CompletableFuture<float[]> hanging(EmbeddingService service, String text) {
        return CompletableFuture.supplyAsync(
                () -> service.query(text, Duration.ofSeconds(30)),
                query -> new Thread(query).start());
    }

    @ParameterizedTest
    @EnumSource
    void aWrongCountIsAnError(VectorWire given) {
        EmbeddingModel model = open(given);
        reply(okJson(given.reply(List.of("[1,2]"))));
        assertThatThrownBy(() -> model.embed(List.of("a", "bb"), Purpose.PASSAGE))
                .isInstanceOf(EmbeddingException.class)
                .hasMessageContaining("answered 1 vectors for 2 texts");
    }

    @ParameterizedTest
    @EnumSource
    void aWrongDimensionIsAnError(VectorWire given) {
        EmbeddingModel model = open(given);
        dimension = 3;
        reply(vectors());
        assertFails(model, "answered a vector of 3 numbers where 2 were expected: set dimension");
    }

    @ParameterizedTest
    @EnumSource
    void whatIsNoVectorIsAnError(VectorWire given) {
        EmbeddingModel model = open(given);
        for (String bad : List.of("[0,0]", "[\"x\",1]", "[]", "[1e400,1]")) {
            reply(okJson(given.reply(List.of(bad))));
            assertThatThrownBy(() -> model.embed(List.of("a"), Purpose.PASSAGE))
                    .as(bad)
                    .isInstanceOf(EmbeddingException.class);
        }
        reply(aResponse().withBody("<html>" + KEY));
        assertFails(model, "answered what is no JSON");
    }

    @ParameterizedTest
    @EnumSource
    void learnsItsDimensionWhereNobodyKnowsIt(VectorWire given) {
        wire = given;
        ObjectNode config = given.config(server.baseUrl());
        config.remove("dimension");
        config.put(EmbeddingProvider.of(given.key).configKeys().get(0), "my-cohere.model");
        EmbeddingModel model = open(given, config);
        dimension = 4;
        reply(vectors());
        assertThat(model.dimension()).isEqualTo(4);
        assertThat(model.dimension()).isEqualTo(4);
        assertThat(requests()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void isClosedAfterClose(VectorWire given) {
        EmbeddingModel model = open(given);
        model.close();
        model.close();
        assertThatIllegalStateException()
                .isThrownBy(() -> model.embed(List.of("a"), Purpose.PASSAGE));
    }

    private EmbeddingModel open(VectorWire given) {
        return open(given, given.config(server.baseUrl()));
    }

    private EmbeddingModel open(VectorWire given, String name, int value) {
        return open(given, given.config(server.baseUrl()).put(name, value));
    }

    private EmbeddingModel open(VectorWire given, ObjectNode config) {
        wire = given;
        config.put("api_key", KEY);
        return new Embedder(given.key, config.toString()).plan().opener().open(name -> null);
    }

    private static ResponseDefinitionBuilder vectors() {
        return aResponse().withTransformers("vectors");
    }

    private void reply(ResponseDefinitionBuilder reply) {
        String state = replies == 0 ? Scenario.STARTED : "reply " + replies;
        replies++;
        server.stubFor(
                post(anyUrl())
                        .atPriority(9)
                        .inScenario("replies")
                        .whenScenarioStateIs(state)
                        .willSetStateTo("reply " + replies)
                        .willReturn(reply));
    }

    private List<LoggedRequest> requests() {
        return server.findAll(postRequestedFor(anyUrl())).stream()
                .filter(request -> !request.getUrl().equals("/identity/token"))
                .toList();
    }

    private List<String> bodies() {
        return new ArrayList<>(requests().stream().map(LoggedRequest::getBodyAsString).toList());
    }

    private static void assertUnit(List<float[]> vectors, int... lengths) {
        assertThat(vectors).hasSize(lengths.length);
        for (int i = 0; i < lengths.length; i++) {
            double norm = Math.sqrt(lengths[i] * lengths[i] + 1);
            assertThat(vectors.get(i)).hasSize(2);
            assertThat(vectors.get(i)[0]).isCloseTo((float) (lengths[i] / norm), within(1e-6f));
            assertThat(vectors.get(i)[1]).isCloseTo((float) (1 / norm), within(1e-6f));
        }
    }

    private static void assertFails(EmbeddingModel model, String... words) {
        assertThatThrownBy(() -> model.embed(List.of("a"), Purpose.PASSAGE))
                .isInstanceOf(EmbeddingException.class)
                .hasMessageStartingWith("embedding model " + model.name())
                .hasMessageContainingAll(words)
                .satisfies(
                        failure -> {
                            StringWriter trace = new StringWriter();
                            failure.printStackTrace(new PrintWriter(trace));
                            assertNoKey(trace.toString());
                        });
    }

    private static void assertNoKey(String text) {
        assertThat(text).doesNotContain("sk-this");
    }
}
