package dev.alluvium.cli.endtoend;

import dev.alluvium.cli.endtoend.Traffic.Exchange;
import dev.alluvium.cli.endtoend.WritingClient.Carrier;
import dev.alluvium.cli.endtoend.WritingClient.Written;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;

/**
 * Clients of a system with several servers: for each memory one that writes, and for each memory
 * and server one that reads what was written last.
 */
final class Load {

    /** Clients are to notice faults, not to keep the machine from healing them. */
    private static final Duration PAUSE = Duration.ofMillis(100);

    private static final Duration SERVED_LIMIT = Duration.ofSeconds(120);
    static final Readers EVERYBODY = (user, server) -> true;

    private static final String WRITER = "writer";
    private static final String READER = "reader";

    private final String app;
    private final List<String> users;
    private final List<String> servers;
    private final Traffic traffic = new Traffic();
    private final List<WritingClient> writers = new ArrayList<>();
    private final List<CompletableFuture<Void>> writing = new ArrayList<>();
    private final ScheduledExecutorService readers;

    /**
     * @param servers where they answer
     */
    Load(String app, List<String> users, List<String> servers, long seed) {
        this.app = app;
        this.users = users;
        this.servers = servers;
        readers =
                Executors.newScheduledThreadPool(
                        users.size() * servers.size(),
                        task -> {
                            Thread thread = new Thread(task, READER);
                            thread.setDaemon(true);
                            return thread;
                        });
        for (int i = 0; i < users.size(); i++) {
            add(users.get(i), seed + i);
        }
    }

    private void add(String user, long seed) {
        AtomicReference<Written> last = new AtomicReference<>();
        writers.add(new WritingClient(carriers(WRITER, user), user, seed, PAUSE, last::set));
        for (Carrier server : carriers(READER, user)) {
            readers.scheduleWithFixedDelay(
                    new ReadingClient(server, last, traffic),
                    PAUSE.toMillis(),
                    PAUSE.toMillis(),
                    TimeUnit.MILLISECONDS);
        }
    }

    private List<Carrier> carriers(String client, String user) {
        return IntStream.range(0, servers.size())
                .mapToObj(i -> traffic.carrier(client, user, i, memory(i, user)))
                .toList();
    }

    private Memory memory(int server, String user) {
        return new Memory(servers.get(server), app, user);
    }

    Traffic traffic() {
        return traffic;
    }

    void start() {
        writers.forEach(writer -> writing.add(writer.start()));
    }

    long acknowledged() {
        return writers.stream().mapToLong(WritingClient::acknowledged).sum();
    }

    /** Whose reads, of which memory through which server, are meant. */
    @FunctionalInterface
    interface Readers {
        boolean mean(String user, int server);
    }

    /**
     * Waits until all these readers, and whoever writes what they read, have been served with
     * something that they asked after a moment.
     */
    void awaitServed(long since, Readers readers) {
        Awaitility.await("clients are served")
                .atMost(SERVED_LIMIT)
                .pollInterval(Duration.ofMillis(50))
                .until(
                        () -> {
                            failIfAWriterFailed();
                            return served(since).containsAll(clients(readers));
                        });
    }

    private Set<String> clients(Readers readers) {
        Set<String> clients = new HashSet<>();
        for (String user : users) {
            for (int server = 0; server < servers.size(); server++) {
                if (readers.mean(user, server)) {
                    clients.add(WRITER + user);
                    clients.add(READER + user + server);
                }
            }
        }
        return clients;
    }

    private Set<String> served(long since) {
        return traffic.since(since).stream()
                .filter(exchange -> exchange.succeeded() && exchange.begin() > since)
                .map(Load::client)
                .collect(Collectors.toSet());
    }

    /** A writer goes where it is served, a reader stays. */
    private static String client(Exchange exchange) {
        return exchange.client().equals(WRITER)
                ? WRITER + exchange.user()
                : READER + exchange.user() + exchange.server();
    }

    /** What readers saw since a moment. */
    List<Exchange> reads(long since) {
        return traffic.since(since).stream().filter(e -> e.client().equals(READER)).toList();
    }

    /** Ends writing, reads everything through each server, and compares. */
    void stopAndVerify() throws IOException, InterruptedException {
        writers.forEach(WritingClient::stop);
        writing.forEach(CompletableFuture::join);
        readers.shutdown();
        for (int i = 0; i < users.size(); i++) {
            for (int server = 0; server < servers.size(); server++) {
                WritingClient writer = writers.get(i);
                writer.verify(
                        memory(server, users.get(i))
                                .export("Alluvium-Position", writer.position()));
            }
        }
    }

    void stop() {
        writers.forEach(WritingClient::stop);
        readers.shutdownNow();
    }

    private void failIfAWriterFailed() {
        writing.stream().filter(CompletableFuture::isDone).forEach(CompletableFuture::join);
    }
}
