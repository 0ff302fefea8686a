package dev.alluvium.query.route;

import dev.alluvium.query.event.EventFeed;
import dev.alluvium.query.event.EventFeed.Subscription;
import dev.alluvium.query.event.EventQueue;
import dev.alluvium.query.event.FeedEvent;
import dev.alluvium.query.event.LocalEvents;
import dev.alluvium.query.http.Call;
import dev.alluvium.query.http.Problem;
import dev.alluvium.query.http.Routes;
import dev.alluvium.state.Position;
import dev.alluvium.state.json.InvalidInputException;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/**
 * Streams a memory's events as server-sent events. Each stream holds a request thread, so their
 * number is bounded; a client that reads too slowly is dropped and resumes by {@code
 * Last-Event-ID}.
 */
public final class EventRoute implements AutoCloseable {

    private static final Duration HEARTBEAT = Duration.ofSeconds(15);

    private final EventFeed feed;
    private final LocalEvents local;
    private final Semaphore streams;
    private final Set<EventQueue> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /**
     * @param maxStreams most streams at once
     */
    public EventRoute(EventFeed feed, LocalEvents local, int maxStreams) {
        this.feed = feed;
        this.local = local;
        streams = new Semaphore(maxStreams);
    }

    public void declare(Routes routes, String memory) {
        routes.get(memory + "/events", this::stream);
    }

    /** Ends all streams. */
    @Override
    public void close() {
        closed = true;
        open.forEach(EventQueue::close);
    }

    private void stream(Context ctx) throws IOException {
        Call call = new Call(ctx);
        call.parameters().done();
        call.requireWhole("the stream of events");
        Position after = lastEventId(ctx);
        if (closed || !streams.tryAcquire()) {
            throw Problem.of(
                            503,
                            "too-many-streams",
                            "Too many event streams",
                            "all event streams of this server are taken; ask again later")
                    .exception();
        }
        EventQueue queue = new EventQueue();
        open.add(queue);
        try (Subscription events = feed.subscribe(call.memory(), after, queue::offer);
                Subscription reads = local.subscribe(call.memory(), queue::offer)) {
            ctx.status(200)
                    .contentType("text/event-stream; charset=utf-8")
                    .header("Cache-Control", "no-cache")
                    .header("X-Accel-Buffering", "no");
            send(ctx.res().getOutputStream(), queue, events, reads);
        } finally {
            open.remove(queue);
            streams.release();
        }
    }

    private void send(OutputStream out, EventQueue queue, Subscription events, Subscription reads)
            throws IOException {
        write(out, ": listening\n\n");
        while (!closed) {
            FeedEvent event = queue.next(HEARTBEAT);
            if (event != null) {
                write(out, text(event));
            } else if (queue.ended()) {
                // What was queued is sent; what did not fit is there by Last-Event-ID.
                write(out, ": too slow or closing, reconnect\n\n");
                events.close();
                reads.close();
                return;
            } else {
                write(out, ": heartbeat\n\n");
            }
        }
    }

    private static String text(FeedEvent event) {
        StringBuilder text = new StringBuilder(event.json().length() + 64);
        if (event.place() != null) {
            text.append("id: ").append(event.place()).append('\n');
        }
        text.append("event: ").append(event.kind()).append('\n');
        event.json().lines().forEach(line -> text.append("data: ").append(line).append('\n'));
        return text.append('\n').toString();
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    private static Position lastEventId(Context ctx) {
        String id = ctx.header("Last-Event-ID");
        if (id == null || id.isBlank()) {
            return null;
        }
        try {
            return Position.parse(id.strip());
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException("", "Last-Event-ID: " + e.getMessage());
        }
    }
}
