package dev.alluvium.query.read;

import dev.alluvium.query.http.Call;
import dev.alluvium.state.AppliedPositions;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import dev.alluvium.state.change.MemoryHeader;
import dev.alluvium.state.json.InvalidInputException;
import dev.alluvium.state.query.Query;
import dev.alluvium.state.query.ReadHeader;
import dev.alluvium.state.serving.PositionNotReachedException;
import dev.alluvium.state.serving.StateClient;
import dev.alluvium.state.serving.StateClient.Answer;
import dev.alluvium.state.serving.StateUnavailableException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/**
 * Asks the owners of memories on the calling thread, which waits; whoever answers is never held up
 * by rendering. Reads see what this server acknowledged and what the caller asks for.
 */
public final class Reader {

    /** How much longer than its deadline an owner may take to say that it missed it. */
    private static final Duration GRACE = Duration.ofSeconds(1);

    /** Memories asked at once when many are waited for. */
    private static final int MAX_UNDER_WAY = 256;

    private static final Duration RETRY_PAUSE = Duration.ofMillis(50);

    private final StateClient state;
    private final Barriers barriers;

    public Reader(StateClient state, Barriers barriers) {
        this.state = state;
        this.barriers = barriers;
    }

    /** Answers a query at the call's barrier and says in the response what was seen. */
    public <R> R ask(Call call, Query<R> query, Duration timeout) {
        Answer<R> answer = ask(call.memory(), query, call.atLeast(), timeout);
        String seen = text(answer.applied());
        if (seen != null) {
            call.context().header(Call.POSITION_HEADER, seen);
        }
        return answer.value();
    }

    public <R> Answer<R> ask(
            MemoryId memory, Query<R> query, List<Position> atLeast, Duration timeout) {
        List<Position> all = barriers.of(memory, atLeast);
        for (int i = 0; i < all.size() - 1; i++) {
            await(
                    memory,
                    all.get(i),
                    state.askWaiting(memory, new ReadHeader(), all.get(i), timeout),
                    timeout);
        }
        Position last = all.isEmpty() ? null : all.get(all.size() - 1);
        return await(memory, last, state.askWaiting(memory, query, last, timeout), timeout);
    }

    /** The result of {@code future}; its failure is thrown as it is. */
    public <T> T await(
            MemoryId memory, Position position, CompletableFuture<T> future, Duration timeout) {
        try {
            return future.get(timeout.plus(GRACE).toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            future.cancel(true);
            if (position != null) {
                throw new PositionNotReachedException(memory, position, timeout);
            }
            throw new StateUnavailableException(
                    "memory "
                            + memory
                            + " did not answer within "
                            + timeout.toMillis()
                            + " ms; ask again or allow a longer timeout");
        } catch (ExecutionException e) {
            throw thrown(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StateUnavailableException("the server is stopping; ask again shortly");
        }
    }

    /**
     * Waits until each memory has applied its position. A memory that is recovering is waited for
     * like one that is late.
     */
    public void awaitApplied(Map<MemoryId, Position> positions, Duration timeout) {
        long deadline = System.nanoTime() + timeout.toNanos();
        Deque<Waiting> underWay = new ArrayDeque<>();
        for (Map.Entry<MemoryId, Position> entry : positions.entrySet()) {
            underWay.add(applied(entry.getKey(), entry.getValue(), left(deadline)));
            if (underWay.size() >= MAX_UNDER_WAY) {
                finish(underWay.remove(), deadline, timeout);
            }
        }
        while (!underWay.isEmpty()) {
            finish(underWay.remove(), deadline, timeout);
        }
    }

    private record Waiting(
            MemoryId memory, Position position, CompletableFuture<Answer<MemoryHeader>> future) {}

    private Waiting applied(MemoryId memory, Position position, Duration timeout) {
        return new Waiting(
                memory, position, state.ask(memory, new ReadHeader(), position, timeout));
    }

    private void finish(Waiting waiting, long deadline, Duration timeout) {
        Waiting attempt = waiting;
        while (true) {
            try {
                await(attempt.memory(), attempt.position(), attempt.future(), left(deadline));
                return;
            } catch (StateUnavailableException e) {
                if (left(deadline).compareTo(RETRY_PAUSE) <= 0) {
                    throw new PositionNotReachedException(
                            attempt.memory(), attempt.position(), timeout);
                }
                pause();
                attempt = applied(attempt.memory(), attempt.position(), left(deadline));
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(RETRY_PAUSE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StateUnavailableException("the server is stopping; ask again shortly");
        }
    }

    private static Duration left(long deadline) {
        return Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
    }

    /** Positions as a header or a field says them; null where nothing was applied yet. */
    public static String text(AppliedPositions applied) {
        Position[] positions = applied.toArray();
        return positions.length == 0
                ? null
                : Arrays.stream(positions).map(Position::toString).collect(Collectors.joining(","));
    }

    /** What an owner refuses of a query is the asker's mistake. */
    private static RuntimeException thrown(Throwable cause) {
        if (cause instanceof IllegalArgumentException e) {
            return new InvalidInputException("", String.valueOf(e.getMessage()));
        }
        if (cause instanceof RuntimeException e) {
            return e;
        }
        if (cause instanceof Error e) {
            throw e;
        }
        return new IllegalStateException(cause);
    }
}
