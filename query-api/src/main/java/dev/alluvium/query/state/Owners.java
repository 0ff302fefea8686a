package dev.alluvium.query.state;

import dev.alluvium.state.serving.Endpoint;
import dev.alluvium.state.serving.StateUnavailableException;
import dev.alluvium.state.wire.Wire;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.hc.core5.http.message.BasicHeader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections to the owners of memories, and which owners answer at all: one that is cut off
 * without a word is asked again and again whether it is alive, and what waits for it is told so,
 * instead of waiting for a deadline that was meant for the owner. Any thread sends; one thread of
 * its own watches.
 */
final class Owners implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Owners.class);

    private static final Duration TICK = Duration.ofMillis(500);

    /**
     * So many ticks without a sign of life and an owner counts as lost: short pauses of a process
     * are passed over. Ticks and not a time, because a pause of this process must not look like one
     * of theirs.
     */
    private static final int SILENT_TICKS = 6;

    private static final Duration SILENCE = TICK.multipliedBy(SILENT_TICKS);

    private final EndpointDirectory directory;
    private final String authorization;
    private final OwnerConnections connections;
    private final Map<String, Owner> owners = new ConcurrentHashMap<>();
    private final ScheduledExecutorService timer;
    private volatile HttpClient http = client();

    /**
     * @param secret that the processes of this system share
     */
    Owners(EndpointDirectory directory, String secret) {
        this.directory = directory;
        authorization = "Bearer " + secret;
        connections =
                new OwnerConnections(
                        new BasicHeader(Wire.SECRET_HEADER, authorization),
                        new BasicHeader(Wire.FORMAT_HEADER, Wire.FORMAT));
        timer =
                Executors.newSingleThreadScheduledExecutor(
                        task -> {
                            Thread thread = new Thread(task, "alluvium-owners");
                            thread.setDaemon(true);
                            return thread;
                        });
        timer.scheduleWithFixedDelay(
                this::watch, TICK.toMillis(), TICK.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** What is known of one announced owner; another attempt of it begins anew. */
    private static final class Owner {
        private final Set<CompletableFuture<?>> underWay = ConcurrentHashMap.newKeySet();
        private volatile boolean heard;

        /** Why nothing is sent to it; null while it answers. */
        private volatile String lost;

        // Of the watching thread.
        private CompletableFuture<?> ping = CompletableFuture.completedFuture(null);
        private int silentTicks;

        void isAlive() {
            heard = true;
            lost = null;
        }

        /** Where nobody listens, the next question need not try. */
        void isGone(Throwable failure) {
            if (failure instanceof ConnectException) {
                lost = "it refuses connections";
            }
        }
    }

    private static HttpClient client() {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(OwnerConnections.CONNECT_TIMEOUT)
                .build();
    }

    /**
     * Sends a request; fails as unavailable if the owner cannot be reached, at once where that is
     * known, and with {@link HttpTimeoutException} if it lives but takes longer than {@code
     * patience}.
     */
    CompletableFuture<Reply> send(Endpoint endpoint, String path, byte[] body, Duration patience) {
        Owner owner = owner(endpoint);
        String lost = owner.lost;
        if (lost != null) {
            return CompletableFuture.failedFuture(unreachable(endpoint, lost));
        }
        CompletableFuture<HttpResponse<byte[]>> reply =
                http.sendAsync(request(endpoint, path, body, patience), BodyHandlers.ofByteArray());
        CompletableFuture<Reply> answer = new CompletableFuture<>();
        owner.underWay.add(answer);
        reply.whenComplete(
                (response, failure) -> {
                    owner.underWay.remove(answer);
                    if (failure == null) {
                        owner.isAlive();
                        answer.complete(new Reply(response.statusCode(), response.body()));
                    } else {
                        answer.completeExceptionally(failed(endpoint, owner, cause(failure)));
                    }
                });
        answer.whenComplete((response, failure) -> reply.cancel(true));
        return answer;
    }

    /**
     * As {@link #send}, by the thread that asks, which waits: a question that is answered within a
     * millisecond would spend most of it being handed from thread to thread.
     */
    CompletableFuture<Reply> sendWaiting(
            Endpoint endpoint, String path, byte[] body, Duration patience) {
        Owner owner = owner(endpoint);
        String lost = owner.lost;
        if (lost != null) {
            return CompletableFuture.failedFuture(unreachable(endpoint, lost));
        }
        try {
            Reply reply = connections.post(endpoint, path, body, patience);
            owner.isAlive();
            return CompletableFuture.completedFuture(reply);
        } catch (SocketTimeoutException e) {
            return CompletableFuture.failedFuture(new HttpTimeoutException(e.getMessage()));
        } catch (IOException e) {
            lost = owner.lost;
            return CompletableFuture.failedFuture(
                    lost == null ? failed(endpoint, owner, e) : unreachable(endpoint, lost));
        }
    }

    private Owner owner(Endpoint endpoint) {
        return owners.computeIfAbsent(endpoint.id(), none -> new Owner());
    }

    private static Throwable failed(Endpoint endpoint, Owner owner, Throwable failure) {
        if (failure instanceof HttpTimeoutException
                && !(failure instanceof HttpConnectTimeoutException)) {
            return failure;
        }
        owner.isGone(failure);
        return unreachable(
                endpoint,
                Objects.requireNonNullElse(
                        failure.getMessage(), failure.getClass().getSimpleName()));
    }

    private HttpRequest request(Endpoint endpoint, String path, byte[] body, Duration patience) {
        return HttpRequest.newBuilder(URI.create("http://" + endpoint.address() + path))
                .header(Wire.SECRET_HEADER, authorization)
                .header(Wire.FORMAT_HEADER, Wire.FORMAT)
                .timeout(patience)
                .POST(BodyPublishers.ofByteArray(body))
                .build();
    }

    private void watch() {
        Set<Endpoint> known = directory.known();
        owners.keySet().removeIf(id -> known.stream().noneMatch(e -> e.id().equals(id)));
        connections.endAllBut(known.stream().map(Endpoint::address).collect(Collectors.toSet()));
        for (Endpoint endpoint : known) {
            try {
                watch(endpoint, owner(endpoint));
            } catch (RuntimeException e) {
                // One that cannot be asked must not end the watch over the others.
                LOG.warn("the owner at {} cannot be asked: {}", endpoint.address(), e.toString());
            }
        }
    }

    private void watch(Endpoint endpoint, Owner owner) {
        if (owner.heard) {
            owner.heard = false;
            owner.silentTicks = 0;
        } else if (++owner.silentTicks >= SILENT_TICKS) {
            lose(endpoint, owner);
        }
        if (owner.ping.isDone()) {
            ping(endpoint, owner);
        }
    }

    private void ping(Endpoint endpoint, Owner owner) {
        CompletableFuture<HttpResponse<Void>> ping =
                http.sendAsync(
                        request(endpoint, Wire.ALIVE, new byte[0], SILENCE),
                        BodyHandlers.discarding());
        owner.ping = ping;
        ping.whenComplete(
                (response, failure) -> {
                    if (failure == null) {
                        owner.isAlive();
                    } else {
                        owner.isGone(cause(failure));
                    }
                });
    }

    private void lose(Endpoint endpoint, Owner owner) {
        if (owner.silentTicks == SILENT_TICKS) {
            // Connections that lead nowhere must not be used once the owner is back.
            http = client();
            owner.ping.cancel(true);
            LOG.warn("the owner of memories at {} does not answer", endpoint.address());
        }
        owner.lost = "it has been silent for more than " + SILENCE.toMillis() + " ms";
        StateUnavailableException unreachable = unreachable(endpoint, owner.lost);
        connections.end(endpoint.address());
        owner.underWay.forEach(waiting -> waiting.completeExceptionally(unreachable));
    }

    private static StateUnavailableException unreachable(Endpoint endpoint, String reason) {
        return new StateUnavailableException(
                "the memory's owner at "
                        + endpoint.address()
                        + " cannot be reached ("
                        + reason
                        + "); it is recovering, ask again in a moment");
    }

    private static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null
                ? failure.getCause()
                : failure;
    }

    @Override
    public void close() {
        timer.shutdownNow();
        connections.close();
    }
}
