package dev.alluvium.query.route;

import dev.alluvium.query.http.Call;
import dev.alluvium.query.http.Problem;
import dev.alluvium.query.http.ProblemException;
import dev.alluvium.query.http.Routes;
import dev.alluvium.query.read.Dimensions;
import dev.alluvium.query.read.Reader;
import dev.alluvium.query.write.Writer;
import dev.alluvium.query.write.Writer.Wish;
import dev.alluvium.state.command.DeleteFacts;
import dev.alluvium.state.command.ReviseFact;
import dev.alluvium.state.graph.GraphJson;
import dev.alluvium.state.graph.GraphSelection;
import dev.alluvium.state.graph.Revision;
import dev.alluvium.state.graph.read.HeldFact;
import dev.alluvium.state.graph.read.ShownJson;
import dev.alluvium.state.query.HasFact;
import dev.alluvium.state.query.TellFactHistory;
import io.javalin.http.Context;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Single facts of the graph: later words about them, their history, their deletion. */
public final class FactRoutes {

    private static final List<String> REVISIONS =
            List.of("invalidate", "correct", "retract", "supersede");

    private final Reader reader;
    private final Writer writer;
    private final Dimensions dimensions;
    private final Duration timeout;

    public FactRoutes(Reader reader, Writer writer, Dimensions dimensions, Duration timeout) {
        this.reader = reader;
        this.writer = writer;
        this.dimensions = dimensions;
        this.timeout = timeout;
    }

    public void declare(Routes routes, String memory) {
        for (String kind : REVISIONS) {
            routes.post(memory + "/graph/facts/{id}/" + kind, ctx -> revise(ctx, kind));
        }
        routes.get(memory + "/graph/facts/{id}/history", this::history);
        routes.delete(memory + "/graph/facts/{id}", this::delete);
    }

    private void revise(Context ctx, String kind) throws IOException {
        Call call = new Call(ctx);
        Wish wish = writer.wish(call);
        call.parameters().done();
        call.requireWhole("the graph");
        Revision revision = call.fields().read(fields -> GraphJson.revision(kind, fields));
        writer.write(
                call,
                new ReviseFact(call.memory(), call.idempotencyKey(), call.id(), revision),
                List.of(call.id()),
                wish,
                () -> check(call, revision, wish.timeout()));
    }

    private void check(Call call, Revision revision, Duration wait) {
        requireKnown(call, call.id(), wait);
        if (revision instanceof Revision.Supersede supersede) {
            requireKnown(call, supersede.by(), wait);
        }
        if (revision instanceof Revision.Correct correct && correct.vector() != null) {
            dimensions.check(call.memory(), correct.vector().length, "the vector");
        }
    }

    private void delete(Context ctx) throws IOException {
        Call call = new Call(ctx);
        Wish wish = writer.wish(call);
        call.parameters().done();
        call.requireWhole("the graph");
        GraphSelection selection =
                new GraphSelection(null, null, null, List.of(call.id()), null, null);
        writer.write(
                call,
                new DeleteFacts(call.memory(), call.idempotencyKey(), selection),
                List.of(call.id()),
                wish,
                () -> requireKnown(call, call.id(), wish.timeout()));
    }

    private void history(Context ctx) {
        Call call = new Call(ctx);
        Duration wait = call.timeout(timeout);
        call.parameters().done();
        call.requireWhole("the graph");
        HeldFact held = reader.ask(call, new TellFactHistory(call.id()), wait);
        if (held == null) {
            throw unknown(call.id());
        }
        call.answer(200, ShownJson.write(held));
    }

    private void requireKnown(Call call, String id, Duration wait) {
        if (!reader.ask(call, new HasFact(id), wait)) {
            throw unknown(id);
        }
    }

    private static ProblemException unknown(String id) {
        return Problem.notFound("there is no fact \"" + id + "\" here").exception();
    }
}
