package dev.alluvium.query.route;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.query.http.Parameters;
import dev.alluvium.query.http.Problem;
import dev.alluvium.query.http.Routes;
import dev.alluvium.query.read.Reader;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import dev.alluvium.state.json.InvalidInputException;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.serving.StateClient;
import io.javalin.http.Context;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.List;

/** What belongs to no memory: the list of memories, health, metrics. */
public final class ServiceRoutes {

    private static final int MAX_PAGE = 1000;

    private final StateClient state;
    private final Reader reader;
    private final PrometheusMeterRegistry meters;
    private final Duration timeout;

    public ServiceRoutes(
            StateClient state, Reader reader, PrometheusMeterRegistry meters, Duration timeout) {
        this.state = state;
        this.reader = reader;
        this.meters = meters;
        this.timeout = timeout;
    }

    public void declare(Routes routes) {
        routes.get("/v1/memories", this::memories);
        routes.get("/healthz", ServiceRoutes::health);
        routes.get("/readyz", this::ready);
        routes.get("/metrics", this::metrics);
    }

    private void memories(Context ctx) {
        Parameters parameters = new Parameters(ctx.queryParamMap());
        int limit = parameters.integer("limit", 1, MAX_PAGE, 100);
        String cursor = parameters.text("cursor");
        Duration wait = parameters.timeout(timeout);
        parameters.done();
        MemoryId after = cursor == null ? null : memory(cursor);
        List<MemoryId> found =
                reader.await(null, (Position) null, state.memories(after, limit + 1), wait);
        List<MemoryId> page = found.subList(0, Math.min(limit, found.size()));
        ObjectNode json = Json.object();
        ArrayNode memories = json.putArray("memories");
        page.forEach(m -> memories.addObject().put("app", m.app()).put("user", m.user()));
        json.put("next_cursor", found.size() > limit ? page.get(page.size() - 1).key() : null);
        answer(ctx, 200, json);
    }

    private static void health(Context ctx) {
        answer(ctx, 200, Json.object().put("status", "up"));
    }

    private void ready(Context ctx) {
        if (!state.ready()) {
            throw Problem.of(
                            503,
                            "recovering",
                            "Not ready",
                            "the memories are being recovered; ask again shortly")
                    .exception();
        }
        answer(ctx, 200, Json.object().put("status", "ready"));
    }

    private void metrics(Context ctx) {
        ctx.contentType("text/plain; version=0.0.4; charset=utf-8").result(meters.scrape());
    }

    private static MemoryId memory(String cursor) {
        try {
            return MemoryId.ofKey(cursor);
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException(
                    "?cursor", "cursor \"" + cursor + "\" is none that this listing gave");
        }
    }

    private static void answer(Context ctx, int status, ObjectNode json) {
        ctx.status(status).contentType("application/json").result(Json.bytes(json));
    }
}
