package dev.alluvium.cli.backfill;

import dev.alluvium.cli.client.ApiClient;
import dev.alluvium.cli.client.ServerProblemException;
import dev.alluvium.state.MemoryId;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Follows how far what was written has been applied. A read sees every write the server
 * acknowledged before it, so the answer to a read of a memory's options, the cheapest there is,
 * means that all of that memory's is applied. Used by one thread; answers arrive on others.
 */
final class Applied {

    /** Memories written to and not yet waited for, at most. */
    private static final int MAX_WAITED_FOR = 1_000;

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final long LOOK_EVERY = TimeUnit.SECONDS.toNanos(1);

    private final ApiClient client;
    private final Patience patience;
    private final Set<MemoryId> written = new LinkedHashSet<>();
    private volatile String position;
    private volatile boolean looking;
    private long looked = System.nanoTime();

    Applied(ApiClient client, Patience patience) {
        this.client = client;
        this.patience = patience;
    }

    /** The newest position known to be applied, or null. */
    String position() {
        return position;
    }

    /** Notes memories that were written to, and has a look at one of them now and then. */
    void written(Collection<MemoryId> memories)
            throws IOException, InterruptedException, StoppedException {
        written.addAll(memories);
        if (written.size() > MAX_WAITED_FOR) {
            awaitAll();
        } else if (!memories.isEmpty() && !looking && System.nanoTime() - looked > LOOK_EVERY) {
            look(memories.iterator().next());
        }
    }

    /** Waits until all that was written is applied. */
    void awaitAll() throws IOException, InterruptedException, StoppedException {
        Iterator<MemoryId> memories = written.iterator();
        while (memories.hasNext()) {
            String path = path(memories.next());
            HttpResponse<byte[]> answer = patience.ask(() -> unlessLate(path));
            while (answer == null) {
                // Not a failure, however long it takes: embedding may bound the rate for hours.
                patience.say("all is in the log and being applied; it may be left to the server");
                answer = patience.ask(() -> unlessLate(path));
            }
            seen(answer);
            memories.remove();
        }
    }

    /** The answer, or null where what was written is not applied yet. */
    private HttpResponse<byte[]> unlessLate(String path) throws IOException, InterruptedException {
        try {
            return client.get(path, TIMEOUT.plusSeconds(5));
        } catch (ServerProblemException e) {
            if (e.status() == HttpURLConnection.HTTP_GATEWAY_TIMEOUT) {
                return null;
            }
            throw e;
        }
    }

    private void look(MemoryId memory) {
        looking = true;
        looked = System.nanoTime();
        client.ask(path(memory), TIMEOUT.plusSeconds(5))
                .whenComplete(
                        (answer, failure) -> {
                            if (failure == null && answer.statusCode() == 200) {
                                seen(answer);
                            }
                            looking = false;
                        });
    }

    private void seen(HttpResponse<byte[]> answer) {
        answer.headers().firstValue(ApiClient.POSITION_HEADER).ifPresent(at -> position = at);
    }

    private static String path(MemoryId memory) {
        return ApiClient.path(memory, "/options?timeout=" + TIMEOUT);
    }
}
