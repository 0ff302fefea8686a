package dev.alluvium.query.route;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.query.ApiSettings;
import dev.alluvium.query.QueryEmbedder;
import dev.alluvium.query.event.QueryEvents;
import dev.alluvium.query.http.Call;
import dev.alluvium.query.http.Problem;
import dev.alluvium.query.http.Routes;
import dev.alluvium.query.read.Dimensions;
import dev.alluvium.query.read.Reader;
import dev.alluvium.query.write.Writer;
import dev.alluvium.state.json.Fields;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.tool.NotKnownException;
import dev.alluvium.state.tool.Tool;
import dev.alluvium.state.tool.ToolAnswer;
import dev.alluvium.state.tool.ToolCall;
import dev.alluvium.state.tool.ToolCaller;
import io.javalin.http.Context;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** The tools of agents: their catalogue, and each as a request whose body is its arguments. */
public final class ToolRoutes {

    private final Reader reader;
    private final Writer writer;
    private final QueryVectors vectors;
    private final QueryVectors factVectors;
    private final QueryEvents events;
    private final ApiSettings settings;

    /**
     * @param embedder null where queries are not embedded
     */
    public ToolRoutes(
            Reader reader,
            Writer writer,
            QueryEmbedder embedder,
            Dimensions dimensions,
            QueryEvents events,
            ApiSettings settings) {
        this.reader = reader;
        this.writer = writer;
        this.vectors = new QueryVectors(embedder, dimensions);
        this.factVectors =
                new QueryVectors(settings.embedded().facts() ? embedder : null, dimensions);
        this.events = events;
        this.settings = settings;
    }

    public void declare(Routes routes, String memory) {
        routes.get(memory + "/tools", this::list);
        routes.post(memory + "/tools/{tool}", this::call);
    }

    private void list(Context ctx) {
        Call call = new Call(ctx);
        call.parameters().done();
        call.requireWhole("the catalogue of tools");
        ObjectNode json = Json.object();
        ArrayNode tools = json.putArray("tools");
        for (Tool tool : Tool.values()) {
            ObjectNode shown = tools.addObject();
            shown.put("name", tool.key());
            shown.put("description", tool.description());
            shown.put("effect", tool.effect().name().toLowerCase(Locale.ROOT));
            shown.set("input_schema", tool.schema());
        }
        call.answer(200, json);
    }

    private void call(Context ctx) throws IOException {
        Call call = new Call(ctx);
        Duration wait = call.timeout(settings.timeout());
        call.parameters().done();
        call.requireWhole("a tool");
        Tool tool = tool(ctx.pathParam("tool"));
        Fields arguments = call.fields();
        ToolCaller caller =
                new ToolCaller(
                        call.memory(),
                        call.idempotencyKey(),
                        Instant.now(),
                        settings.defaults(),
                        query -> vectors.of(call, query, null, wait),
                        query -> factVectors.of(call, query, null, wait));
        call.answer(200, answer(call, tool.call(arguments, caller), wait).json());
    }

    private static Tool tool(String name) {
        try {
            return Tool.of(name);
        } catch (IllegalArgumentException e) {
            throw Problem.notFound(e.getMessage()).exception();
        }
    }

    private ToolAnswer answer(Call call, ToolCall todo, Duration wait) throws IOException {
        if (todo instanceof ToolCall.Write write) {
            return write.answer().apply(writer.apply(call, write.command(), wait));
        }
        if (todo instanceof ToolCall.Read<?> read) {
            return answer(call, read, wait);
        }
        return ((ToolCall.Done) todo).answer();
    }

    private <R> R result(Call call, ToolCall.Read<R> read, Duration wait) {
        ToolCall.Sought<R> sought = read.sought();
        return sought == null
                ? reader.ask(call, read.query().get(), wait)
                : events.told(
                        call.memory(),
                        sought.text(),
                        sought.limit(),
                        () -> reader.ask(call, read.query().get(), wait),
                        sought.count());
    }

    private <R> ToolAnswer answer(Call call, ToolCall.Read<R> read, Duration wait) {
        R result = result(call, read, wait);
        try {
            return read.answer().apply(result);
        } catch (NotKnownException e) {
            throw Problem.notFound(e.getMessage()).exception();
        } catch (IllegalArgumentException e) {
            throw Problem.of(422, "refused", "Cannot be answered", e.getMessage()).exception();
        }
    }
}
