package dev.alluvium.query.http;

import dev.alluvium.models.embedding.EmbeddingException;
import dev.alluvium.query.log.AppendFailedException;
import dev.alluvium.query.log.CommandTooLargeException;
import dev.alluvium.state.json.InvalidInputException;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.scope.OutsideViewException;
import dev.alluvium.state.serving.PositionNotReachedException;
import dev.alluvium.state.serving.StateUnavailableException;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import java.io.EOFException;
import java.io.IOException;
import java.util.Locale;
import org.eclipse.jetty.io.EofException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes every failure of a request a problem answer; what nobody foresaw is logged and a 500. */
public final class Problems {

    public static final String CONTENT_TYPE = "application/problem+json";

    private static final Logger LOG = LoggerFactory.getLogger(Problems.class);

    private Problems() {}

    public static void register(RoutesConfig routes) {
        // The framework's own handler for its refusals is more specific than one for all
        // exceptions.
        routes.exception(HttpResponseException.class, (e, ctx) -> render(ctx, of(e, ctx)));
        routes.exception(Exception.class, (e, ctx) -> render(ctx, of(e, ctx)));
    }

    public static void render(Context ctx, Problem problem) {
        if (ctx.res().isCommitted()) {
            return;
        }
        if (problem.status() == 503 || problem.status() == 504) {
            ctx.header("Retry-After", "1");
        }
        String position = problem.members().get("position");
        if (position != null) {
            ctx.header(Call.POSITION_HEADER, position);
        }
        ctx.status(problem.status()).contentType(CONTENT_TYPE).result(Json.bytes(problem.toJson()));
    }

    /** The problem that says what {@code failure} means to the caller. */
    public static Problem of(Exception failure, Context ctx) {
        if (failure instanceof ProblemException e) {
            return e.problem();
        }
        if (failure instanceof InvalidInputException e) {
            return Problem.invalid(e.problems(), e.getMessage());
        }
        if (failure instanceof OutsideViewException e) {
            return Problem.of(403, "permission", "The view does not permit this", e.getMessage());
        }
        if (failure instanceof PositionNotReachedException e) {
            return notReached(e);
        }
        if (failure instanceof StateUnavailableException e) {
            return Problem.of(
                    503, "recovering", "The memory cannot be read just now", e.getMessage());
        }
        if (failure instanceof AppendFailedException e) {
            return Problem.of(503, "log-unavailable", "The log cannot be written", e.getMessage());
        }
        if (failure instanceof EmbeddingException e) {
            LOG.warn("request {} {} has no vector: {}", ctx.method(), ctx.path(), e.getMessage());
            return Problem.of(
                    503,
                    "embedder-unavailable",
                    "The query cannot be embedded just now",
                    e.getMessage() + "; mode lexical searches by words alone");
        }
        if (failure instanceof CommandTooLargeException e) {
            return Problem.of(413, "body-too-large", "The body is too large", e.getMessage());
        }
        if (failure instanceof HttpResponseException e) {
            return ofFramework(e, ctx);
        }
        if (failure instanceof EofException || failure instanceof EOFException) {
            return Problem.of(
                    400,
                    "incomplete-body",
                    "The body ended early",
                    "the client closed the connection");
        }
        if (failure instanceof IOException) {
            LOG.debug("request {} {} was cut off", ctx.method(), ctx.path(), failure);
            return Problem.of(
                    400,
                    "incomplete-body",
                    "The body could not be read",
                    String.valueOf(failure.getMessage()));
        }
        LOG.error("request {} {} failed", ctx.method(), ctx.path(), failure);
        return Problem.of(
                500,
                "internal",
                "Internal error",
                "this is a fault of the server; its log says more");
    }

    private static Problem notReached(PositionNotReachedException e) {
        Problem problem =
                Problem.of(504, "position-not-reached", "Not applied in time", e.getMessage());
        return e.position() == null ? problem : problem.with("position", e.position().toString());
    }

    private static Problem ofFramework(HttpResponseException e, Context ctx) {
        return switch (e.getStatus()) {
            case 404 ->
                    Problem.notFound("there is no " + ctx.path() + "; /docs lists what there is");
            case 405 -> {
                String allowed = e.getDetails().getOrDefault("availableMethods", "");
                ctx.header("Allow", allowed);
                yield Problem.of(
                        405,
                        "method-not-allowed",
                        "Method not allowed",
                        ctx.method() + " is not known at " + ctx.path() + "; allowed: " + allowed);
            }
            default ->
                    Problem.of(
                            e.getStatus(),
                            "status-" + e.getStatus(),
                            String.valueOf(e.getMessage()),
                            String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT));
        };
    }
}
