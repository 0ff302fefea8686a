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
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Asks the owners of memories over HTTP, each memory's where its key group is owned now. A question
 * that finds its owner gone is asked once more where the directory then says; if that fails too,
 * the caller is told to ask again later. Who waits asks on its own thread; other futures complete
 * on the HTTP client's threads.
 */
public final class RoutedStateClient implements StateClient, AutoCloseable {

    /** How long the names of memories are waited for, which every owner has at hand. */
    private static final Duration LISTING = Duration.ofMillis(1500);

    /** How much longer than its deadline an owner may take to say that it missed it. */
    private static final Duration GRACE = Duration.ofMillis(500);

    /** How long after its owner was found gone a memory is asked for again. */
    private static final Duration RETRY_AFTER = Duration.ofMillis(200);

    private final EndpointDirectory directory;
    private final BooleanSupplier isCaughtUp;
    private final Owners owners;

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
        owners = new Owners(directory, secret);
    }

    @Override
    public <R> CompletableFuture<Answer<R>> ask(
            MemoryId memory, Query<R> query, Position atLeast, Duration deadline) {
        return asked(memory, query, atLeast, deadline, owners::send);
    }

    @Override
    public <R> CompletableFuture<Answer<R>> askWaiting(
            MemoryId memory, Query<R> query, Position atLeast, Duration deadline) {
        return asked(memory, query, atLeast, deadline, owners::sendWaiting);
    }

    private <R> CompletableFuture<Answer<R>> asked(
            MemoryId memory, Query<R> query, Position atLeast, Duration deadline, Sending sending) {
        Question<R> question = new Question<>(memory, query, atLeast, deadline);
        return routed(
                memory,
                atLeast,
                deadline,
                Wire.ASK,
                question.encode(),
                bytes -> question.decodeAnswer(bytes),
                sending);
    }

    /** How a request gets to an owner. */
    private interface Sending {
        CompletableFuture<Reply> send(Endpoint owner, String path, byte[] body, Duration patience);
    }

    @Override
    public CompletableFuture<CommandOutcome> outcome(
            MemoryId memory, Position position, Duration deadline) {
        byte[] body = new OutcomeRequest(memory, position, deadline).encode();
        return routed(
                memory, position, deadline, Wire.OUTCOME, body, Wire::outcome, owners::sendWaiting);
    }

    @Override
    public CompletableFuture<List<MemoryId>> memories(MemoryId after, int limit) {
        Set<Endpoint> all = directory.all();
        if (all.isEmpty()) {
            return CompletableFuture.failedFuture(starting());
        }
        byte[] body = new MemoriesRequest(after, limit).encode();
        List<CompletableFuture<List<MemoryId>>> pages = new ArrayList<>();
        Set<String> asked = new HashSet<>();
        for (Endpoint owner : all) {
            // One server answers for all subtasks of its process.
            if (asked.add(owner.address())) {
                pages.add(
                        owners.send(owner, Wire.MEMORIES, body, LISTING)
                                .handle(
                                        (reply, failure) -> {
                                            isGone(owner, reply, failure);
                                            return page(owner, reply);
                                        }));
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

    private static List<MemoryId> page(Endpoint owner, Reply reply) {
        if (reply == null) {
            throw unavailable(
                    "the owner of memories at %s does not answer; ask again in a moment"
                            .formatted(owner.address()));
        }
        if (reply.status() != 200) {
            throw unavailable(reply.text());
        }
        return Wire.memories(reply.body());
    }

    @Override
    public boolean ready() {
        Set<Endpoint> all = directory.all();
        return isCaughtUp.getAsBoolean()
                && !all.isEmpty()
                && all.stream().allMatch(owner -> owner.wire().equals(Wire.FORMAT));
    }

    private <T> CompletableFuture<T> routed(
            MemoryId memory,
            Position position,
            Duration deadline,
            String path,
            byte[] body,
            Function<byte[], T> decode,
            Sending sending) {
        Endpoint owner = owner(memory);
        if (owner == null) {
            return CompletableFuture.failedFuture(starting());
        }
        long late = System.nanoTime() + deadline.plus(GRACE).toNanos();
        Supplier<RuntimeException> missed =
                position == null
                        ? () -> unavailable("memory " + memory + " was not read in time; ask again")
                        : () -> new PositionNotReachedException(memory, position, deadline);
        return sending.send(owner, path, body, left(late))
                .handle(
                        (reply, failure) ->
                                isGone(owner, reply, failure)
                                        ? again(memory, path, body, late, missed)
                                        : settled(reply, failure, missed))
                .thenCompose(reply -> reply)
                .thenApply(reply -> answered(memory, position, deadline, reply, decode));
    }

    /**
     * Nobody is there, or one who says that the memory lives elsewhere, or a stranger who has got
     * the address of an owner that others have outlived. Such an owner is forgotten.
     */
    private boolean isGone(Endpoint owner, Reply reply, Throwable failure) {
        boolean gone =
                failure == null
                        ? reply.status() == Wire.MOVED
                                || reply.status() == Wire.STRANGER && directory.isOutlived(owner)
                        : failure instanceof StateUnavailableException;
        if (gone) {
            directory.foundGone(owner);
        }
        return gone;
    }

    /**
     * Asks whoever owns the memory a moment later. One that was there all the time is asked again
     * too: it may have closed the connection just as the question was sent.
     */
    private CompletableFuture<Reply> again(
            MemoryId memory,
            String path,
            byte[] body,
            long late,
            Supplier<RuntimeException> missed) {
        return CompletableFuture.supplyAsync(
                        () -> owner(memory),
                        CompletableFuture.delayedExecutor(
                                RETRY_AFTER.toMillis(), TimeUnit.MILLISECONDS))
                .thenCompose(
                        owner -> {
                            if (owner == null) {
                                throw starting();
                            }
                            return owners.send(owner, path, body, left(late))
                                    .handle((reply, failure) -> settled(reply, failure, missed))
                                    .thenCompose(reply -> reply);
                        });
    }

    private static Duration left(long late) {
        return Duration.ofNanos(Math.max(1, late - System.nanoTime()));
    }

    /**
     * @param missed what it means that the owner lives and was too late
     */
    private static CompletableFuture<Reply> settled(
            Reply reply, Throwable failure, Supplier<RuntimeException> missed) {
        return failure == null
                ? CompletableFuture.completedFuture(reply)
                : CompletableFuture.failedFuture(
                        failure instanceof HttpTimeoutException ? missed.get() : failure);
    }

    private static <T> T answered(
            MemoryId memory,
            Position position,
            Duration deadline,
            Reply reply,
            Function<byte[], T> decode) {
        return switch (reply.status()) {
            case 200 -> decode.apply(reply.body());
            case 400 -> throw new IllegalArgumentException(reply.text());
            case Wire.LATE -> throw new PositionNotReachedException(memory, position, deadline);
            case Wire.MOVED, Wire.TOO_MANY, Wire.UNAVAILABLE, Wire.OTHER_RELEASE ->
                    throw unavailable(reply.text());
            default ->
                    throw new IllegalStateException(
                            "the memory's owner answered " + reply.status() + ": " + reply.text());
        };
    }

    private Endpoint owner(MemoryId memory) {
        int groups = directory.keyGroups();
        return groups == 0 ? null : directory.owner(KeyGroups.of(memory, groups));
    }

    private static StateUnavailableException unavailable(String reason) {
        return new StateUnavailableException(reason);
    }

    private static StateUnavailableException starting() {
        return unavailable(
                "no owner of the memory has announced itself yet; ask again in a moment");
    }

    @Override
    public void close() {
        owners.close();
    }
}
