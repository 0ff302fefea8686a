package dev.alluvium.query.route;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.query.QueryEmbedder;
import dev.alluvium.query.http.Call;
import dev.alluvium.query.http.Problem;
import dev.alluvium.query.http.Routes;
import dev.alluvium.query.read.Reader;
import dev.alluvium.query.write.Writer;
import dev.alluvium.query.write.Writer.Wish;
import dev.alluvium.state.change.MemoryHeader;
import dev.alluvium.state.command.Reembed;
import dev.alluvium.state.json.Fields;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.query.ReadHeader;
import dev.alluvium.state.reembed.Reembedding;
import io.javalin.http.Context;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Embedding a memory anew, and how far that is. */
public final class ReembedRoutes {

    private final Reader reader;
    private final Writer writer;
    private final QueryEmbedder embedder;
    private final Duration timeout;

    /**
     * @param embedder null where nothing is embedded
     */
    public ReembedRoutes(Reader reader, Writer writer, QueryEmbedder embedder, Duration timeout) {
        this.reader = reader;
        this.writer = writer;
        this.embedder = embedder;
        this.timeout = timeout;
    }

    public void declare(Routes routes, String memory) {
        routes.get(memory + "/reembed", this::progress);
        routes.post(memory + "/reembed", this::begin);
    }

    private void begin(Context ctx) throws IOException {
        Call call = new Call(ctx);
        Wish wish = writer.wish(call);
        call.parameters().done();
        call.requireWhole("embedding anew");
        Fields fields = call.fields();
        boolean anew = fields.flag("anew", false);
        fields.done();
        if (embedder == null) {
            throw Problem.of(
                            422,
                            "no-embedder",
                            "Nothing embeds",
                            "there is no embedder to embed the memory anew by; start with one (option embedder)")
                    .exception();
        }
        writer.write(
                call,
                new Reembed(call.memory(), call.idempotencyKey(), embedder.model(), anew),
                List.of(),
                wish,
                () -> {});
    }

    private void progress(Context ctx) {
        Call call = new Call(ctx);
        Duration wait = call.timeout(timeout);
        call.parameters().done();
        call.requireWhole("embedding anew");
        MemoryHeader header = reader.ask(call, new ReadHeader(), wait);
        Reembedding reembedding = header.reembedding();
        ObjectNode json = Json.object();
        json.put("state", state(reembedding));
        json.put("embedder", header.embedder());
        json.put("dimension", header.dimension());
        json.put("configured_embedder", embedder == null ? null : embedder.model());
        json.put("rows", rows(header));
        json.put("rows_done", reembedding == null ? 0 : rowsDone(header, reembedding));
        json.put("embedded", reembedding == null ? 0 : reembedding.embedded());
        json.put("error", reembedding == null ? null : reembedding.failure());
        call.answer(200, json);
    }

    private static String state(Reembedding reembedding) {
        if (reembedding == null) {
            return "never";
        }
        if (!reembedding.isOpen()) {
            return "completed";
        }
        return reembedding.isRunning() ? "running" : "failed";
    }

    /** Rows that are or were there: ordinals, which are counted without looking at them. */
    private static long rows(MemoryHeader header) {
        return header.nextRecord()
                + header.graph().nextFact()
                + header.nextTurn()
                - header.firstTurn();
    }

    private static long rowsDone(MemoryHeader header, Reembedding reembedding) {
        if (!reembedding.isOpen()) {
            return rows(header);
        }
        return switch (reembedding.kind()) {
            case RECORDS -> reembedding.next();
            case FACTS -> header.nextRecord() + reembedding.next();
            case TURNS ->
                    header.nextRecord()
                            + header.graph().nextFact()
                            + Math.max(0, reembedding.next() - header.firstTurn());
        };
    }
}
