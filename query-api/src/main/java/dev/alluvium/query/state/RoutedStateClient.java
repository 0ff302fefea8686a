package dev.alluvium.query.state;

import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import dev.alluvium.state.outcome.CommandOutcome;
import dev.alluvium.state.query.Query;
import dev.alluvium.state.serving.Endpoint;
import dev.alluvium.state.serving.KeyGroups;
import dev.alluvium.state.serving.PositionNotReachedException;
import dev.alluvium.state.serving.StateClient;
import dev.alluvium.state.serving.StateUnavailableException;
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
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Asks the owners of memories over HTTP, each memory's where its key group is owned now. A question
 * that finds its owner gone is asked once more where the directory then says; if that fails too,
 * the caller is told to ask again later. Futures complete on the HTTP client's threads.
 */
public final class RoutedStateClient implements StateClient {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);

    /** How much longer than its deadline an owner may take to say that it missed it. */
    private static final Duration GRACE = Duration.ofMillis(500);

    /** How long after its owner was found gone a memory is asked for again. */
    private static final Duration RETRY_AFTER = Duration.ofMillis(200);

    private final EndpointDirectory directory;
    private final BooleanSupplier isCaughtUp;
    private final String authorization;
    private final HttpClient http =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(CONNECT_TIMEOUT)
                    .build();

    /**
     * @param endpoints kept by the caller, who closes it
     * @param secret that the processes of this system share
     */
    public RoutedStateClient(KafkaEndpoints endpoints, String secret) {
        this(endpoints.directory(), endpoints::isCaughtUp, secret);
    }

    RoutedStateClient(EndpointDirectory directory, BooleanSupplier isCaughtUp, String secret) {
        this.directory = directory;
        this.isCaughtUp = isCaughtUp;
        this.authorization = "Bearer " + secret;
    }

    @Override
    public <R> CompletableFuture<Answer<R>> ask(
            MemoryId memory, Query<R> query, Position atLeast, Duration deadline) {
        Question<R> question = new Question<>(memory, query, atLeast, deadline);
        return routed(
                memory,
                atLeast,
                deadline,
                Wire.ASK,
                question.encode(),
                bytes -> question.decodeAnswer(bytes));
    }

    @Override
    public CompletableFuture<CommandOutcome> outcome(
            MemoryId memory, Position position, Duration deadline) {
        byte[] body = new OutcomeRequest(memory, position, deadline).encode();
        return routed(memory, position, deadline, Wire.OUTCOME, body, Wire::outcome);
    }

    @Override
    public CompletableFuture<List<MemoryId>> memories(MemoryId after, int limit) {
        Set<Endpoint> owners = directory.all();
        if (owners.isEmpty()) {
            return CompletableFuture.failedFuture(starting());
        }
        byte[] body = new MemoriesRequest(after, limit).encode();
        List<CompletableFuture<List<MemoryId>>> pages = new ArrayList<>();
        Set<String> asked = new HashSet<>();
        for (Endpoint owner : owners) {
            // One server answers for all subtasks of its process.
            if (asked.add(owner.address())) {
                pages.add(
                        send(owner, Wire.MEMORIES, body, CONNECT_TIMEOUT.plus(GRACE))
                                .thenApply(reply -> page(reply)));
            }
        }
        return CompletableFuture.allOf(pages.toArray(CompletableFuture[]::new))
                .thenApply(
                        done ->
                                pages.stream()
                                        .flatMap(page -> page.join().stream())
                                        .distinct()
                                        .sorted()
                                        .limit(limit)
                                        .toList());
    }

    private static List<MemoryId> page(HttpResponse<byte[]> reply) {
        if (reply.statusCode() != 200) {
            throw unavailable(text(reply));
        }
        return Wire.memories(reply.body());
    }

    @Override
    public boolean ready() {
        return isCaughtUp.getAsBoolean() && !directory.all().isEmpty();
    }

    private <T> CompletableFuture<T> routed(
            MemoryId memory,
            Position position,
            Duration deadline,
            String path,
            byte[] body,
            Function<byte[], T> decode) {
        Endpoint owner = owner(memory);
        if (owner == null) {
            return CompletableFuture.failedFuture(starting());
        }
        Duration patience = deadline.plus(GRACE);
        return send(owner, path, body, patience)
                .handle((reply, failure) -> reply)
                .thenCompose(
                        reply ->
                                isGone(reply)
                                        ? again(memory, owner, path, body, patience)
                                        : CompletableFuture.completedFuture(reply))
                .thenApply(reply -> answered(memory, position, deadline, reply, decode));
    }

    /** No answer, or one that says that the memory lives elsewhere. */
    private static boolean isGone(HttpResponse<byte[]> reply) {
        return reply == null || reply.statusCode() == Wire.MOVED;
    }

    /** Asks whoever owns the memory a moment later; the same one only if it had moved back. */
    private CompletableFuture<HttpResponse<byte[]>> again(
            MemoryId memory, Endpoint gone, String path, byte[] body, Duration patience) {
        return CompletableFuture.supplyAsync(
                        () -> owner(memory),
                        CompletableFuture.delayedExecutor(
                                RETRY_AFTER.toMillis(), TimeUnit.MILLISECONDS))
                .thenCompose(
                        owner -> {
                            if (owner == null || owner.id().equals(gone.id())) {
                                throw unavailable(
                                        "the memory's owner at "
                                                + gone.address()
                                                + " does not answer; it is recovering, ask again in a moment");
                            }
                            return send(owner, path, body, patience);
                        });
    }

    private static <T> T answered(
            MemoryId memory,
            Position position,
            Duration deadline,
            HttpResponse<byte[]> reply,
            Function<byte[], T> decode) {
        return switch (reply.statusCode()) {
            case 200 -> decode.apply(reply.body());
            case 400 -> throw new IllegalArgumentException(text(reply));
            case Wire.LATE -> throw new PositionNotReachedException(memory, position, deadline);
            case Wire.MOVED, Wire.TOO_MANY, Wire.UNAVAILABLE -> throw unavailable(text(reply));
            default ->
                    throw new IllegalStateException(
                            "the memory's owner answered "
                                    + reply.statusCode()
                                    + ": "
                                    + text(reply));
        };
    }

    private Endpoint owner(MemoryId memory) {
        int groups = directory.keyGroups();
        return groups == 0 ? null : directory.owner(KeyGroups.of(memory, groups));
    }

    private CompletableFuture<HttpResponse<byte[]>> send(
            Endpoint owner, String path, byte[] body, Duration patience) {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create("http://" + owner.address() + path))
                        .header(Wire.SECRET_HEADER, authorization)
                        .header(Wire.FORMAT_HEADER, Wire.FORMAT)
                        .timeout(patience)
                        .POST(BodyPublishers.ofByteArray(body))
                        .build();
        return http.sendAsync(request, BodyHandlers.ofByteArray())
                .exceptionallyCompose(
                        failure ->
                                CompletableFuture.failedFuture(
                                        unavailable(
                                                "the memory's owner at "
                                                        + owner.address()
                                                        + " cannot be reached: "
                                                        + cause(failure).getMessage())));
    }

    private static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null
                ? failure.getCause()
                : failure;
    }

    private static String text(HttpResponse<byte[]> reply) {
        return new String(reply.body(), StandardCharsets.UTF_8);
    }

    private static StateUnavailableException unavailable(String reason) {
        return new StateUnavailableException(reason);
    }

    private static StateUnavailableException starting() {
        return unavailable(
                "no owner of the memory has announced itself yet; ask again in a moment");
    }
}
