package dev.alluvium.query.event;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.event.MemoryEvent;
import dev.alluvium.state.json.Json;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/**
 * Tells listeners of this server, and its meters, of queries and of what agents retrieve for a task
 * (the guide's table of events). A read leaves nothing in the log. Any thread tells.
 */
public final class QueryEvents {

    /** Most characters of content that an event carries. */
    private static final int MAX_CONTENT = 64 << 10;

    private final LocalEvents events;
    private final Timer completed;
    private final Timer failed;
    private final Timer retrieved;

    public QueryEvents(LocalEvents events, MeterRegistry meters) {
        this.events = events;
        completed = queries(meters, "completed");
        failed = queries(meters, "failed");
        retrieved =
                Timer.builder("alluvium.retrievals")
                        .description("What agents retrieved for a task")
                        .register(meters);
    }

    /**
     * A query that begins.
     *
     * @param taskId what an agent retrieves it for, or null
     */
    public Query started(MemoryId memory, String query, int limit, String taskId) {
        Query begun = new Query(memory, query, limit, taskId, System.nanoTime());
        if (taskId != null) {
            begun.tell("retrieval_started", Json::object);
        }
        begun.tell("query_started", () -> Json.object().put("limit", limit));
        return begun;
    }

    /** Runs a query and tells of its begin and its end. */
    public <T> T told(
            MemoryId memory, String query, int limit, Supplier<T> search, ToIntFunction<T> count) {
        Query begun = started(memory, query, limit);
        T found;
        try {
            found = search.get();
        } catch (RuntimeException e) {
            begun.failed(e);
            throw e;
        }
        begun.completed(count.applyAsInt(found));
        return found;
    }

    /** A query that begins. */
    private Query started(MemoryId memory, String query, int limit) {
        return started(memory, query, limit, null);
    }

    /** One query, from its begin to its one end. */
    public final class Query {

        private final MemoryId memory;
        private final String text;
        private final int limit;
        private final String taskId;
        private final long start;

        private Query(MemoryId memory, String text, int limit, String taskId, long start) {
            this.memory = memory;
            this.text = text;
            this.limit = limit;
            this.taskId = taskId;
            this.start = start;
        }

        /** It was answered without a language model that should have helped. */
        public void modelFailed(String step, String reason, String error) {
            tell(
                    "query_model_failed",
                    () ->
                            Json.object()
                                    .put("step", step)
                                    .put("reason", reason)
                                    .put("error", error));
        }

        public void failed(RuntimeException failure) {
            failed.record(taken());
            tell(
                    "query_failed",
                    () -> Json.object().put("limit", limit).put("error", failure.getMessage()));
        }

        /**
         * @param contents of what was found, best first
         */
        public void completed(List<String> contents) {
            completed(contents.size());
            if (taskId != null) {
                Duration taken = taken();
                retrieved.record(taken);
                tell(
                        "retrieval_completed",
                        () -> content(contents).put("retrieval_time_ms", millis(taken)));
            }
        }

        private void completed(int results) {
            Duration taken = taken();
            completed.record(taken);
            tell(
                    "query_completed",
                    () ->
                            Json.object()
                                    .put("limit", limit)
                                    .put("results", results)
                                    .put("query_time_ms", millis(taken)));
        }

        private Duration taken() {
            return Duration.ofNanos(System.nanoTime() - start);
        }

        private void tell(String kind, Supplier<ObjectNode> details) {
            if (events.listened(memory)) {
                ObjectNode told = details.get().put("query", text);
                if (taskId != null) {
                    told.put("task_id", taskId);
                }
                events.publish(new MemoryEvent(memory, kind, Instant.now(), null, told));
            }
        }
    }

    /** As an agent is given it, a line each; what is too much for an event is counted. */
    private static ObjectNode content(List<String> contents) {
        StringBuilder text = new StringBuilder();
        int shown = 0;
        for (String content : contents) {
            if (text.length() + content.length() > MAX_CONTENT) {
                break;
            }
            text.append(shown++ == 0 ? "- " : "\n- ").append(content);
        }
        ObjectNode json = Json.object().put("memory_content", text.toString());
        return shown == contents.size() ? json : json.put("left_off", contents.size() - shown);
    }

    private static Timer queries(MeterRegistry meters, String outcome) {
        return Timer.builder("alluvium.queries")
                .description("Queries of memories")
                .tag("outcome", outcome)
                .register(meters);
    }

    private static double millis(Duration taken) {
        return taken.toNanos() / 1_000 / 1_000.0;
    }
}
