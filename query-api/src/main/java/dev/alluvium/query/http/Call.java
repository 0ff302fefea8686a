package dev.alluvium.query.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import dev.alluvium.state.json.Fields;
import dev.alluvium.state.json.InvalidInputException;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.scope.Confinement;
import dev.alluvium.state.scope.Rooted;
import dev.alluvium.state.scope.Scope;
import dev.alluvium.state.scope.Slice;
import io.javalin.http.Context;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * One request about one memory: the memory, the caller's view of it, and the parts of the request
 * read strictly. Used by one thread.
 */
public final class Call {

    /** Says how far the memory had applied the log, and in a request how far it must have. */
    public static final String POSITION_HEADER = "Alluvium-Position";

    private static final int MAX_KEY_BYTES = 1024;

    private final Context ctx;
    private final MemoryId memory;
    private final Parameters parameters;
    private final Confinement view;
    private byte[] body;

    public Call(Context ctx) {
        this.ctx = ctx;
        memory = memoryOf(ctx);
        parameters = new Parameters(ctx.queryParamMap());
        view = viewOf(parameters);
    }

    public Context context() {
        return ctx;
    }

    public MemoryId memory() {
        return memory;
    }

    public Parameters parameters() {
        return parameters;
    }

    /**
     * What part of the memory the caller sees, from {@code root}, {@code slice}, {@code writable}.
     */
    public Confinement view() {
        return view;
    }

    /** The id in the path. */
    public String id() {
        return ctx.pathParam("id");
    }

    public byte[] body() throws IOException {
        if (body == null) {
            body = Body.json(ctx);
        }
        return body;
    }

    /** A reader of the JSON object in the body. */
    public Fields fields() throws IOException {
        JsonNode node = Json.parse(body());
        return Fields.of(node);
    }

    public Duration timeout(Duration otherwise) {
        return parameters.timeout(otherwise);
    }

    /** The positions the caller must see, from the request's header. */
    public List<Position> atLeast() {
        String header = ctx.header(POSITION_HEADER);
        if (header == null || header.isBlank()) {
            return List.of();
        }
        try {
            return Arrays.stream(header.split(",")).map(p -> Position.parse(p.strip())).toList();
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException("", POSITION_HEADER + ": " + e.getMessage());
        }
    }

    /** The key that makes a repeat answer as the first did, or null. */
    public String idempotencyKey() {
        return idempotencyKey(ctx);
    }

    /** The key that makes a repeat of a request a no-op, or null. */
    public static String idempotencyKey(Context ctx) {
        String key = ctx.header("Idempotency-Key");
        if (key == null) {
            return null;
        }
        if (key.isBlank() || key.length() > MAX_KEY_BYTES) {
            throw new InvalidInputException(
                    "",
                    "Idempotency-Key has "
                            + key.length()
                            + " characters; give 1 to "
                            + MAX_KEY_BYTES);
        }
        return key;
    }

    /** Refuses what only makes sense for the whole memory, to a caller who sees a part. */
    public void requireWhole(String what) {
        if (!view.isWhole()) {
            throw Problem.of(
                            403,
                            "permission",
                            "The view does not permit this",
                            what + " belongs to the whole memory; ask without root and slice")
                    .exception();
        }
    }

    /** Whether the caller wants plain text rather than JSON. */
    public boolean wantsText() {
        String accept = ctx.header("Accept");
        return accept != null && accept.startsWith("text/plain");
    }

    public void answer(int status, JsonNode json) {
        ctx.status(status).contentType("application/json").result(Json.bytes(json));
    }

    private static MemoryId memoryOf(Context ctx) {
        return memory(ctx.pathParam("app"), ctx.pathParam("user"));
    }

    private static MemoryId memory(String app, String user) {
        try {
            return new MemoryId(app, user);
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException("", e.getMessage());
        }
    }

    private static Confinement viewOf(Parameters parameters) {
        Scope root = parameters.scope("root");
        List<Scope> slice = parameters.scopes("slice");
        boolean writable = parameters.flag("writable");
        if (root != null && slice != null) {
            parameters.problem("slice", "both root and slice are given; give one");
        }
        if (writable && slice == null) {
            parameters.problem("writable", "writable is for slices; name at least one slice");
        }
        if (slice != null) {
            return new Slice(slice, writable);
        }
        return root == null ? Confinement.WHOLE : new Rooted(root);
    }
}
