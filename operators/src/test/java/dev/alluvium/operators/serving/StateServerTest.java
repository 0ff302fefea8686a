package dev.alluvium.operators.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alluvium.operators.memory.OperatorHarness;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import dev.alluvium.state.core.TestingMemory;
import dev.alluvium.state.outcome.CommandOutcome;
import dev.alluvium.state.query.ReadHeader;
import dev.alluvium.state.serving.Endpoint;
import dev.alluvium.state.serving.KeyGroups;
import dev.alluvium.state.wire.MemoriesRequest;
import dev.alluvium.state.wire.OutcomeRequest;
import dev.alluvium.state.wire.Question;
import dev.alluvium.state.wire.Wire;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An operator asked over HTTP, as by a query layer in another process. */
class StateServerTest {

    private static final String SECRET = "a secret of many characters";
    private static final Duration DEADLINE = Duration.ofSeconds(20);

    /** What was announced and not withdrawn; static, since factories travel as bytes. */
    private static final List<Endpoint> ANNOUNCED = new CopyOnWriteArrayList<>();

    private final HttpClient http = HttpClient.newHttpClient();
    private OperatorHarness operator;

    private static final class Noting implements Announcer {
        @Override
        public void announce(Endpoint endpoint) {
            ANNOUNCED.add(endpoint);
        }

        @Override
        public void withdraw(Endpoint endpoint) {
            ANNOUNCED.remove(endpoint);
        }

        @Override
        public void close() {}
    }

    @BeforeEach
    void start() throws Exception {
        ANNOUNCED.clear();
        operator = OperatorHarness.start(settings(4));
    }

    private static ServerSettings settings(int maxWaiting) {
        return new ServerSettings(
                "127.0.0.1", "127.0.0.1", new PortRange(0, 0), SECRET, maxWaiting, Noting::new);
    }

    @AfterEach
    void close() {
        operator.close();
        assertThat(ANNOUNCED).as("a subtask that ends withdraws itself").isEmpty();
    }

    private CompletableFuture<HttpResponse<byte[]>> post(
            String path, byte[] body, String secret, String format) {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create("http://" + ANNOUNCED.get(0).address() + path))
                        .header(Wire.SECRET_HEADER, "Bearer " + secret)
                        .header(Wire.FORMAT_HEADER, format)
                        .POST(BodyPublishers.ofByteArray(body))
                        .build();
        return http.sendAsync(request, BodyHandlers.ofByteArray());
    }

    private HttpResponse<byte[]> post(String path, byte[] body) {
        return operator.await(post(path, body, SECRET, Wire.FORMAT));
    }

    private static Question<?> header(MemoryId memory, Position atLeast, Duration deadline) {
        return new Question<>(memory, new ReadHeader(), atLeast, deadline);
    }

    @Test
    void answersWhatASubtaskHoldsAndWhatACommandDid() {
        Position position = operator.apply("remember", "{records: [{content: 'tea'}]}");
        Question<?> question = header(TestingMemory.ID, position, DEADLINE);

        HttpResponse<byte[]> answer = post(Wire.ASK, question.encode());
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(question.decodeAnswer(answer.body()).applied().reached(position)).isTrue();

        CommandOutcome outcome =
                Wire.outcome(
                        post(
                                        Wire.OUTCOME,
                                        new OutcomeRequest(TestingMemory.ID, position, DEADLINE)
                                                .encode())
                                .body());
        assertThat(outcome.items()).hasSize(1);
        assertThat(Wire.memories(post(Wire.MEMORIES, new MemoriesRequest(null, 5).encode()).body()))
                .containsExactly(TestingMemory.ID);
    }

    @Test
    void endpointNamesItsKeyGroups() {
        assertThat(ANNOUNCED).hasSize(1);
        Endpoint endpoint = ANNOUNCED.get(0);
        assertThat(endpoint.firstKeyGroup()).isZero();
        assertThat(endpoint.lastKeyGroup()).isEqualTo(endpoint.maxParallelism() - 1);
        assertThat(endpoint.port()).isPositive();
    }

    @Test
    void strangersAndOtherReleasesAreRefused() {
        byte[] question = header(TestingMemory.ID, null, DEADLINE).encode();
        assertThat(operator.await(post(Wire.ASK, question, "wrong", Wire.FORMAT)).statusCode())
                .isEqualTo(401);
        assertThat(operator.await(post(Wire.ASK, question, SECRET, "0")).statusCode())
                .isEqualTo(426);
        assertThat(operator.await(post(Wire.ALIVE, question, "wrong", Wire.FORMAT)).statusCode())
                .isEqualTo(401);
        assertThat(post(Wire.ASK, new byte[] {1, 2}).statusCode()).isEqualTo(400);
        assertThat(post("/other", question).statusCode()).isEqualTo(400);
    }

    @Test
    void positionThatIsNotReachedIsLate() {
        byte[] question =
                header(TestingMemory.ID, new Position(0, 99), Duration.ofMillis(50)).encode();
        assertThat(post(Wire.ASK, question).statusCode()).isEqualTo(Wire.LATE);
    }

    @Test
    void questionsBeyondTheBoundAreRefusedAtOnceAndTheOthersAnswered() {
        List<CompletableFuture<HttpResponse<byte[]>>> waiting =
                IntStream.range(0, 12)
                        .mapToObj(
                                i ->
                                        post(
                                                Wire.ASK,
                                                header(TestingMemory.ID, operator.next(), DEADLINE)
                                                        .encode(),
                                                SECRET,
                                                Wire.FORMAT))
                        .toList();
        org.awaitility.Awaitility.await()
                .atMost(DEADLINE)
                .until(() -> waiting.stream().filter(CompletableFuture::isDone).count() == 8);
        assertThat(
                        waiting.stream()
                                .filter(CompletableFuture::isDone)
                                .map(f -> f.join().statusCode()))
                .containsOnly(Wire.TOO_MANY);
        assertThat(post(Wire.ALIVE, new byte[0]).statusCode()).isEqualTo(200);

        operator.apply("remember", "{records: [{content: 'tea'}]}");
        waiting.forEach(operator::await);
        assertThat(waiting.stream().map(f -> f.join().statusCode()).filter(s -> s == 200))
                .hasSize(4);
    }

    @Test
    void keyGroupsAreThoseOfFlink() {
        for (int i = 0; i < 2_000; i++) {
            MemoryId memory = new MemoryId("app" + i % 7, "user-\u674e-" + i);
            for (int max : new int[] {1, 2, 128, 32768}) {
                assertThat(KeyGroups.of(memory, max))
                        .isEqualTo(KeyGroupRangeAssignment.assignToKeyGroup(memory.key(), max));
            }
        }
    }

    @Test
    void hostThatIsAdvertisedIsOneThatCanBeAsked() {
        PortRange any = new PortRange(0, 0);
        for (String host : List.of("task-manager-1.example", "10.0.0.7", "::1", "fe80::1%eth0")) {
            assertThat(
                            new ServerSettings("0.0.0.0", host, any, SECRET, 4, Noting::new)
                                    .advertisedHost())
                    .isEqualTo(host);
        }
        for (String host : List.of("task_manager_1", "http://other", "two words", "")) {
            assertThatThrownBy(() -> new ServerSettings("::", host, any, SECRET, 4, Noting::new))
                    .hasMessageContaining("\"" + host + "\"");
        }
    }

    @Test
    void portsAreARangeAndATakenOneIsPassedOver() throws Exception {
        assertThat(PortRange.parse("7700-7799")).isEqualTo(new PortRange(7700, 7799));
        assertThat(PortRange.parse("0")).isEqualTo(new PortRange(0, 0));
        assertThatThrownBy(() -> PortRange.parse("many")).hasMessageContaining("\"many\"");
        assertThatThrownBy(() -> PortRange.parse("9-7")).hasMessageContaining("9-7");

        int taken = ANNOUNCED.get(0).port();
        PortRange only = new PortRange(taken, taken);
        ServerSettings settings =
                new ServerSettings("127.0.0.1", null, only, SECRET, 4, Noting::new);
        assertThatThrownBy(() -> new StateServer(settings, StateRegistry.of("another")))
                .hasMessageContaining("no port of " + taken + " is free");
    }
}
