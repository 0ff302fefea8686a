package dev.alluvium.operators.serving;

import dev.alluvium.state.MemoryId;
import dev.alluvium.state.serving.StateClient.Answer;
import dev.alluvium.state.serving.StateUnavailableException;
import dev.alluvium.state.wire.MemoriesRequest;
import dev.alluvium.state.wire.OutcomeRequest;
import dev.alluvium.state.wire.Question;
import dev.alluvium.state.wire.Wire;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers one kind of request after another: reads the body on the server's thread, and lets go of
 * it while the owner of the memory works.
 */
final class QuestionHandler extends Handler.Abstract {

    private static final Logger LOG = LoggerFactory.getLogger(QuestionHandler.class);

    private final StateRegistry registry;
    private final byte[] authorization;
    private final Semaphore free;
    private final Executor threads;

    /**
     * @param maxWaiting most requests that may be under way
     * @param threads write answers, so that the owner's thread never does
     */
    QuestionHandler(StateRegistry registry, String secret, int maxWaiting, Executor threads) {
        this.registry = registry;
        this.authorization = ("Bearer " + secret).getBytes(StandardCharsets.UTF_8);
        this.free = new Semaphore(maxWaiting);
        this.threads = threads;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (!isAuthorized(request)) {
            refuse(response, callback, Wire.STRANGER, "the secret of this system is wanted");
        } else if (!Wire.FORMAT.equals(request.getHeaders().get(Wire.FORMAT_HEADER))) {
            refuse(
                    response,
                    callback,
                    Wire.OTHER_RELEASE,
                    "the owner of the memory speaks format %s, and was asked in %s; run the query layer and the job of one release"
                            .formatted(Wire.FORMAT, request.getHeaders().get(Wire.FORMAT_HEADER)));
        } else if (Request.getPathInContext(request).equals(Wire.ALIVE)) {
            // However many questions wait here.
            callback.succeeded();
        } else if (!free.tryAcquire()) {
            refuse(response, callback, Wire.TOO_MANY, "too many questions wait here; ask later");
        } else {
            Callback released = Callback.from(callback, (Runnable) free::release);
            try (InputStream in = Content.Source.asInputStream(request)) {
                answer(Request.getPathInContext(request), in.readAllBytes(), response, released);
            }
        }
        return true;
    }

    private boolean isAuthorized(Request request) {
        String given = request.getHeaders().get(Wire.SECRET_HEADER);
        // In constant time, so that the secret cannot be guessed a character at a time.
        return given != null
                && MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), authorization);
    }

    private void answer(String path, byte[] body, Response response, Callback callback) {
        CompletableFuture<byte[]> answer;
        try {
            answer =
                    switch (path) {
                        case Wire.ASK -> ask(Question.decode(body));
                        case Wire.OUTCOME -> outcome(OutcomeRequest.decode(body));
                        case Wire.MEMORIES ->
                                CompletableFuture.completedFuture(
                                        memories(MemoriesRequest.decode(body)));
                        default -> throw new IllegalArgumentException("no such path " + path);
                    };
        } catch (RuntimeException e) {
            answer = CompletableFuture.failedFuture(e);
        }
        CompletableFuture<byte[]> encoded = answer;
        encoded.whenComplete((bytes, failure) -> write(encoded, response, callback));
    }

    private <R> CompletableFuture<byte[]> ask(Question<R> question) {
        return owner(
                question.memory(),
                subtask ->
                        subtask.ask(
                                question.memory(),
                                question.query(),
                                question.atLeast(),
                                question.deadline()),
                (Answer<R> answer) -> question.encodeAnswer(answer.value(), answer.applied()));
    }

    private CompletableFuture<byte[]> outcome(OutcomeRequest request) {
        return owner(
                request.memory(),
                subtask ->
                        subtask.outcome(request.memory(), request.position(), request.deadline()),
                Wire::outcome);
    }

    /** Asks the owner and encodes what it answers, on a thread of the server. */
    private <T> CompletableFuture<byte[]> owner(
            MemoryId memory,
            Function<SubtaskState, CompletableFuture<T>> ask,
            Function<T, byte[]> encode) {
        SubtaskState subtask = registry.owner(memory);
        if (subtask == null) {
            return CompletableFuture.failedFuture(new MovedException(memory));
        }
        CompletableFuture<T> asked = ask.apply(subtask);
        if (asked.isDone()) {
            return asked.thenApply(encode);
        }
        // A failure hops as well: what follows writes the answer, which is not the owner's work.
        return asked.handleAsync(
                        (value, failure) ->
                                failure == null
                                        ? CompletableFuture.completedFuture(encode.apply(value))
                                        : CompletableFuture.<byte[]>failedFuture(failure),
                        threads)
                .thenCompose(Function.identity());
    }

    private byte[] memories(MemoriesRequest request) {
        List<MemoryId> all = new ArrayList<>();
        registry.all()
                .forEach(subtask -> all.addAll(subtask.memories(request.after(), request.limit())));
        return Wire.memories(all.stream().sorted().limit(request.limit()).toList());
    }

    private static void write(
            CompletableFuture<byte[]> answer, Response response, Callback callback) {
        byte[] bytes;
        try {
            bytes = answer.join();
        } catch (CompletionException e) {
            Throwable failure = e.getCause() == null ? e : e.getCause();
            if (failure instanceof RejectedExecutionException) {
                failure = new StateUnavailableException("the memory's owner is stopping");
            }
            int status = failure instanceof MovedException ? Wire.MOVED : Wire.status(failure);
            if (status == 500) {
                LOG.error("a question could not be answered", failure);
            }
            refuse(response, callback, status, String.valueOf(failure.getMessage()));
            return;
        }
        response.getHeaders().put("Content-Type", "application/cbor");
        response.write(true, ByteBuffer.wrap(bytes), callback);
    }

    private static void refuse(Response response, Callback callback, int status, String reason) {
        response.setStatus(status);
        response.getHeaders().put("Content-Type", "text/plain; charset=utf-8");
        response.write(true, ByteBuffer.wrap(reason.getBytes(StandardCharsets.UTF_8)), callback);
    }

    /** The memory's owner is not in this process. */
    private static final class MovedException extends RuntimeException {
        MovedException(MemoryId memory) {
            super("memory " + memory + " is not owned by this process");
        }
    }
}
