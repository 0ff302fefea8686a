package dev.alluvium.query.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.alluvium.state.AppliedPositions;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import dev.alluvium.state.change.MemoryHeader;
import dev.alluvium.state.query.ReadHeader;
import dev.alluvium.state.serving.Endpoint;
import dev.alluvium.state.serving.KeyGroups;
import dev.alluvium.state.serving.PositionNotReachedException;
import dev.alluvium.state.serving.StateUnavailableException;
import dev.alluvium.state.wire.MemoriesRequest;
import dev.alluvium.state.wire.Question;
import dev.alluvium.state.wire.Wire;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Owners are stood in for by servers that speak the wire's HTTP. */
class RoutedStateClientTest {

    private static final MemoryId MEMORY = new MemoryId("app", "user");
    private static final Duration DEADLINE = Duration.ofSeconds(10);
    private static final int GROUPS = 128;
    private static final String SECRET = "a secret of many characters";

    private final EndpointDirectory directory = new EndpointDirectory();
    private final RoutedStateClient client = new RoutedStateClient(directory, () -> true, SECRET);
    private final List<HttpServer> servers = new ArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    /** Whoever holds it makes owners silent. */
    private final ReentrantLock hanging = new ReentrantLock();

    private final List<String> seen = new ArrayList<>();
    private final Set<Integer> peers = ConcurrentHashMap.newKeySet();

    @AfterEach
    void stop() {
        client.close();
        servers.forEach(server -> server.stop(0));
        threads.shutdownNow();
    }

    /** An owner that answers with a status, which each request takes anew. */
    private Endpoint owner(String id, int first, int last, IntSupplier status) throws IOException {
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        servers.add(server);
        server.setExecutor(threads);
        server.createContext(
                Wire.ALIVE,
                exchange -> {
                    hanging.lock();
                    hanging.unlock();
                    exchange.sendResponseHeaders(200, -1);
                    exchange.close();
                });
        server.createContext(
                "/",
                exchange -> {
                    peers.add(exchange.getRemoteAddress().getPort());
                    byte[] body = exchange.getRequestBody().readAllBytes();
                    synchronized (seen) {
                        seen.add(
                                id
                                        + " "
                                        + exchange.getRequestHeaders()
                                                .getFirst(Wire.SECRET_HEADER));
                    }
                    int code = status.getAsInt();
                    byte[] reply =
                            code == 200
                                    ? reply(exchange.getRequestURI().getPath(), body, id)
                                    : ("status " + code).getBytes(StandardCharsets.UTF_8);
                    exchange.sendResponseHeaders(code, reply.length);
                    exchange.getResponseBody().write(reply);
                    exchange.close();
                });
        server.start();
        return new Endpoint(
                id,
                "127.0.0.1",
                server.getAddress().getPort(),
                first,
                last,
                GROUPS,
                2,
                0,
                Wire.FORMAT);
    }

    private static byte[] reply(String path, byte[] body, String id) {
        if (path.equals(Wire.MEMORIES)) {
            MemoriesRequest.decode(body);
            return Wire.memories(List.of(new MemoryId("app", id)));
        }
        @SuppressWarnings("unchecked")
        Question<MemoryHeader> question = (Question<MemoryHeader>) Question.decode(body);
        return question.encodeAnswer(MemoryHeader.EMPTY, AppliedPositions.of(new Position(0, 7)));
    }

    private void announce(Endpoint endpoint) {
        directory.note(endpoint.id(), endpoint);
    }

    private void ask() {
        try {
            client.ask(MEMORY, new ReadHeader(), new Position(0, 7), DEADLINE).join();
        } catch (CompletionException e) {
            throw (RuntimeException) e.getCause();
        }
    }

    private void askWaiting() {
        try {
            client.askWaiting(MEMORY, new ReadHeader(), new Position(0, 7), DEADLINE).join();
        } catch (CompletionException e) {
            throw (RuntimeException) e.getCause();
        }
    }

    @Test
    void asksTheOwnerOfTheKeyGroupWithTheSecret() throws IOException {
        int group = KeyGroups.of(MEMORY, GROUPS);
        announce(owner("mine", group, group, () -> 200));
        if (group > 0) {
            announce(owner("below", 0, group - 1, () -> 500));
        }
        announce(owner("above", group + 1, GROUPS - 1, () -> 500));

        ask();

        assertThat(seen).containsExactly("mine Bearer " + SECRET);
        assertThat(client.ready()).isTrue();
    }

    @Test
    void questionThatFindsItsOwnerGoneIsAskedOnceMoreWhereItMoved() throws IOException {
        AtomicInteger asked = new AtomicInteger();
        Endpoint[] next = {owner("new", 0, GROUPS - 1, () -> 200)};
        announce(
                owner(
                        "old",
                        0,
                        GROUPS - 1,
                        () -> {
                            asked.incrementAndGet();
                            announce(next[0]);
                            return Wire.MOVED;
                        }));

        ask();

        assertThat(asked).hasValue(1);
        assertThat(seen).extracting(line -> line.split(" ")[0]).containsExactly("old", "new");
    }

    @Test
    void deadOwnerIsUnavailableAndNotWaitedFor() throws IOException {
        Endpoint dead = owner("dead", 0, GROUPS - 1, () -> 200);
        servers.get(0).stop(0);
        announce(dead);

        assertThatThrownBy(this::ask)
                .isInstanceOf(StateUnavailableException.class)
                .hasMessageContaining(dead.address());
    }

    @Test
    void statusesOfTheOwnerAreTheSameFailuresAsInOneProcess() throws IOException {
        AtomicInteger status = new AtomicInteger();
        announce(owner("one", 0, GROUPS - 1, status::get));

        status.set(Wire.LATE);
        assertThatThrownBy(this::ask).isInstanceOf(PositionNotReachedException.class);
        status.set(Wire.UNAVAILABLE);
        assertThatThrownBy(this::ask).isInstanceOf(StateUnavailableException.class);
        status.set(Wire.TOO_MANY);
        assertThatThrownBy(this::ask).isInstanceOf(StateUnavailableException.class);
        status.set(400);
        assertThatThrownBy(this::ask)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("status 400");
        status.set(500);
        assertThatThrownBy(this::ask).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void notReadyBeforeEveryKeyGroupHasAnOwner() throws IOException {
        assertThat(client.ready()).isFalse();
        assertThatThrownBy(this::ask).isInstanceOf(StateUnavailableException.class);

        Endpoint half = owner("a", 0, 63, () -> 200);
        announce(half);
        assertThat(client.ready()).isFalse();
        announce(owner("b", 64, GROUPS - 1, () -> 200));
        assertThat(client.ready()).isTrue();
        assertThat(client.memories(null, 5).join())
                .containsExactly(new MemoryId("app", "a"), new MemoryId("app", "b"));

        directory.note(half.id(), null);
        assertThat(client.ready()).isFalse();
    }

    @Test
    void lateWithdrawalOfAnAttemptLeavesItsSuccessor() throws IOException {
        Endpoint old = owner("old", 0, GROUPS - 1, () -> 500);
        Endpoint successor = owner("new", 0, GROUPS - 1, () -> 200);
        announce(old);
        announce(successor);
        directory.note(old.id(), null);

        ask();

        assertThat(seen).hasSize(1);
    }

    @Test
    void ownerThatFallsSilentIsGivenUpLongBeforeTheDeadlineAndFoundAgain() throws IOException {
        announce(
                owner(
                        "silent",
                        0,
                        GROUPS - 1,
                        () -> {
                            hanging.lock();
                            hanging.unlock();
                            return 200;
                        }));
        ask();
        hanging.lock();
        try {
            assertThatThrownBy(this::ask)
                    .isInstanceOf(StateUnavailableException.class)
                    .hasMessageContaining("silent for");
            long begin = System.nanoTime();
            assertThatThrownBy(this::ask).isInstanceOf(StateUnavailableException.class);
            assertThatThrownBy(this::askWaiting).isInstanceOf(StateUnavailableException.class);
            assertThat(Duration.ofNanos(System.nanoTime() - begin))
                    .as("a question to one that is known to be silent")
                    .isLessThan(Duration.ofSeconds(1));
        } finally {
            hanging.unlock();
        }
        Awaitility.await()
                .atMost(DEADLINE)
                .ignoreException(StateUnavailableException.class)
                .untilAsserted(this::ask);
    }

    @Test
    void whoWaitsForAnOwnerThatFallsSilentIsToldToo() throws IOException {
        announce(
                owner(
                        "silent",
                        0,
                        GROUPS - 1,
                        () -> {
                            hanging.lock();
                            hanging.unlock();
                            return 200;
                        }));
        askWaiting();
        hanging.lock();
        try {
            long begin = System.nanoTime();
            assertThatThrownBy(this::askWaiting).isInstanceOf(StateUnavailableException.class);
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(DEADLINE);
        } finally {
            hanging.unlock();
        }
    }

    @Test
    void ownerThatTakesNoConnectionIsUnavailableAndNotLate() throws IOException {
        List<Socket> filling = new ArrayList<>();
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            fill(server, filling);
            announce(
                    new Endpoint(
                            "full",
                            "127.0.0.1",
                            server.getLocalPort(),
                            0,
                            GROUPS - 1,
                            GROUPS,
                            1,
                            0,
                            Wire.FORMAT));

            assertThatThrownBy(this::askWaiting).isInstanceOf(StateUnavailableException.class);
            assertThatThrownBy(this::ask).isInstanceOf(StateUnavailableException.class);
        } finally {
            for (Socket socket : filling) {
                socket.close();
            }
        }
    }

    /** Connects to a server that accepts nothing, until its system drops what else comes. */
    private static void fill(ServerSocket server, List<Socket> filling) throws IOException {
        try {
            while (filling.size() < 16) {
                Socket socket = new Socket();
                filling.add(socket);
                socket.connect(server.getLocalSocketAddress(), 200);
            }
        } catch (SocketTimeoutException e) {
            // Full.
        }
    }

    @Test
    void ownerThatIsAliveMayTakeItsTime() throws IOException {
        CountDownLatch asked = new CountDownLatch(1);
        announce(
                owner(
                        "slow",
                        0,
                        GROUPS - 1,
                        () -> {
                            awaitQuietly(asked);
                            return 200;
                        }));
        Duration deadline = Duration.ofSeconds(3);
        try {
            assertThatThrownBy(
                            () ->
                                    client.ask(
                                                    MEMORY,
                                                    new ReadHeader(),
                                                    new Position(0, 7),
                                                    deadline)
                                            .join())
                    .hasCauseInstanceOf(PositionNotReachedException.class);
            assertThatThrownBy(() -> client.ask(MEMORY, new ReadHeader(), null, deadline).join())
                    .hasCauseInstanceOf(StateUnavailableException.class)
                    .hasMessageContaining("not read in time");
        } finally {
            asked.countDown();
        }
    }

    @Test
    void questionWhoseConnectionWasClosedAsItWasSentIsAskedAgain() throws IOException {
        AtomicInteger asked = new AtomicInteger();
        announce(
                owner(
                        "closing",
                        0,
                        GROUPS - 1,
                        () -> {
                            if (asked.incrementAndGet() == 1) {
                                throw new IllegalStateException("closes the connection");
                            }
                            return 200;
                        }));

        ask();

        assertThat(asked).hasValue(2);
    }

    @Test
    void whoWaitsAsksOnItsOwnThreadAndKeepsTheConnection() throws IOException {
        announce(owner("one", 0, GROUPS - 1, () -> 200));
        for (int i = 0; i < 3; i++) {
            assertThat(client.askWaiting(MEMORY, new ReadHeader(), null, DEADLINE)).isCompleted();
        }
        assertThat(seen).hasSize(3);
        assertThat(peers).hasSize(1);
    }

    @Test
    void keptConnectionThatTheServerEndedIsReplaced() throws IOException {
        byte[] question = new Question<>(MEMORY, new ReadHeader(), null, DEADLINE).encode();
        byte[] reply = reply(Wire.ASK, question, "one");
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            threads.execute(() -> answerOneEach(server, reply));
            announce(
                    new Endpoint(
                            "one",
                            "127.0.0.1",
                            server.getLocalPort(),
                            0,
                            GROUPS - 1,
                            GROUPS,
                            1,
                            0,
                            Wire.FORMAT));
            for (int i = 0; i < 3; i++) {
                assertThat(client.askWaiting(MEMORY, new ReadHeader(), null, DEADLINE))
                        .isCompleted()
                        .isNotCompletedExceptionally();
            }
        }
    }

    /** One answer on each connection, without a word that no other follows. */
    private static void answerOneEach(ServerSocket server, byte[] reply) {
        while (!server.isClosed()) {
            try (Socket socket = server.accept()) {
                InputStream in = socket.getInputStream();
                StringBuilder head = new StringBuilder();
                while (head.indexOf("\r\n\r\n") < 0) {
                    int next = in.read();
                    if (next < 0) {
                        break;
                    }
                    head.append((char) next);
                }
                Matcher length = Pattern.compile("(?i)content-length: (\\d+)").matcher(head);
                if (length.find()) {
                    in.readNBytes(Integer.parseInt(length.group(1)));
                    String status = "HTTP/1.1 200 OK\r\nContent-Length: " + reply.length;
                    OutputStream out = socket.getOutputStream();
                    out.write((status + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
                    out.write(reply);
                }
            } catch (IOException e) {
                continue;
            }
        }
    }

    @Test
    void waitForAnOwnerThatFallsSilentEndsLongBeforeTheDeadline() throws Exception {
        announce(
                owner(
                        "silent",
                        0,
                        GROUPS - 1,
                        () -> {
                            hanging.lock();
                            hanging.unlock();
                            return 200;
                        }));
        Duration deadline = Duration.ofMinutes(2);
        client.askWaiting(MEMORY, new ReadHeader(), null, deadline).get();
        hanging.lock();
        try {
            long begin = System.nanoTime();
            assertThat(client.askWaiting(MEMORY, new ReadHeader(), null, deadline))
                    .failsWithin(DEADLINE)
                    .withThrowableThat()
                    .withCauseInstanceOf(StateUnavailableException.class);
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(DEADLINE);
        } finally {
            hanging.unlock();
        }
    }

    @Test
    void whoWaitsForAnOwnerThatLeavesIsTold() throws Exception {
        CountDownLatch told = new CountDownLatch(1);
        announce(
                owner(
                        "leaving",
                        0,
                        GROUPS - 1,
                        () -> {
                            directory.note("leaving", null);
                            awaitQuietly(told);
                            return 200;
                        }));
        long begin = System.nanoTime();
        try {
            assertThatThrownBy(this::askWaiting).isInstanceOf(StateUnavailableException.class);
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(DEADLINE);
        } finally {
            told.countDown();
        }
    }

    @Test
    void interruptedWaitEndsAtOnce() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answered = new CountDownLatch(1);
        announce(
                owner(
                        "slow",
                        0,
                        GROUPS - 1,
                        () -> {
                            asked.countDown();
                            awaitQuietly(answered);
                            return 200;
                        }));
        Thread waiting =
                new Thread(() -> client.askWaiting(MEMORY, new ReadHeader(), null, DEADLINE));
        waiting.start();
        asked.await();
        waiting.interrupt();
        waiting.join(DEADLINE.dividedBy(2).toMillis());
        boolean waits = waiting.isAlive();
        answered.countDown();
        assertThat(waits).isFalse();
    }

    @Test
    void ownersOfALargerJobThatSaidNoFarewellAreAskedOnceAtMost() throws IOException {
        AtomicInteger asked = new AtomicInteger();
        int[] firstGroups = {0, 43, 86, GROUPS};
        for (int i = 0; i < 3; i++) {
            announce(
                    owner(
                            "killed-" + i,
                            firstGroups[i],
                            firstGroups[i + 1] - 1,
                            () -> {
                                asked.incrementAndGet();
                                return Wire.MOVED;
                            }));
        }
        Endpoint only = owner("only", 0, GROUPS - 1, () -> 200);
        announce(only);

        ask();
        assertThat(asked).hasValue(0);

        directory.note(only.id(), null);
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(this::ask)
                    .isInstanceOf(StateUnavailableException.class)
                    .hasMessageContaining("no owner of the memory has announced itself");
        }
        assertThat(asked).hasValue(1);
    }

    @Test
    void addressOfAnOutlivedOwnerThatAStrangerHasIsForgotten() throws IOException {
        announce(owner("stranger", 0, GROUPS - 1, () -> Wire.STRANGER));
        Endpoint successor = owner("new", 0, GROUPS - 1, () -> 200);
        announce(successor);
        directory.note(successor.id(), null);

        assertThatThrownBy(this::ask)
                .isInstanceOf(StateUnavailableException.class)
                .hasMessageContaining("announced itself");
        assertThat(directory.known()).isEmpty();
    }

    @Test
    void anOwnerThatNobodyOutlivedIsNotForgotten() throws IOException {
        AtomicInteger status = new AtomicInteger(Wire.MOVED);
        announce(owner("only", 0, GROUPS - 1, status::get));

        assertThatThrownBy(this::ask).isInstanceOf(StateUnavailableException.class);
        status.set(200);

        ask();
    }

    @Test
    void ownerOfAnotherReleaseIsSaidToBeOne() throws IOException {
        Endpoint newer = owner("newer", 0, GROUPS - 1, () -> Wire.OTHER_RELEASE);
        announce(
                new Endpoint(
                        newer.id(),
                        newer.host(),
                        newer.port(),
                        0,
                        GROUPS - 1,
                        GROUPS,
                        1,
                        0,
                        "of tomorrow"));

        assertThat(client.ready()).isFalse();
        assertThatThrownBy(this::ask)
                .isInstanceOf(StateUnavailableException.class)
                .hasMessage("status 426");
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
