package dev.alluvium.query.route;

import dev.alluvium.query.http.Call;
import dev.alluvium.query.http.Routes;
import dev.alluvium.query.write.Writer;
import dev.alluvium.query.write.Writer.Wish;
import dev.alluvium.state.command.CommandCodec;
import dev.alluvium.state.command.Erase;
import dev.alluvium.state.command.Forget;
import dev.alluvium.state.command.ForgetFilter;
import dev.alluvium.state.command.Reset;
import dev.alluvium.state.json.Fields;
import dev.alluvium.state.scope.Confinement;
import dev.alluvium.state.scope.Scope;
import io.javalin.http.Context;
import java.io.IOException;
import java.util.List;

/** What takes records away: forget, reset, erase. A view confines each to what it sees. */
public final class ForgetRoutes {

    private final Writer writer;

    public ForgetRoutes(Writer writer) {
        this.writer = writer;
    }

    public void declare(Routes routes, String memory) {
        routes.post(memory + "/forget", this::forget);
        routes.post(memory + "/reset", this::reset);
        routes.delete(memory, this::erase);
    }

    private void forget(Context ctx) throws IOException {
        Call call = new Call(ctx);
        Wish wish = writer.wish(call);
        call.parameters().done();
        call.view().requireWritable();
        Fields fields = call.fields();
        ForgetFilter filter = CommandCodec.forgetFilter(fields);
        fields.done();
        writer.write(
                call,
                new Forget(call.memory(), call.idempotencyKey(), confined(filter, call.view())),
                List.of(),
                wish,
                () -> {});
    }

    private void reset(Context ctx) throws IOException {
        Call call = new Call(ctx);
        Wish wish = writer.wish(call);
        call.parameters().done();
        call.view().requireWritable();
        Fields fields = call.fields();
        Scope asked = fields.parsed("scope", Scope::of);
        fields.done();
        Scope scope = call.view().writes(asked);
        writer.write(
                call,
                new Reset(call.memory(), call.idempotencyKey(), scope == null ? Scope.ROOT : scope),
                List.of(),
                wish,
                () -> {});
    }

    private void erase(Context ctx) throws IOException {
        Call call = new Call(ctx);
        Wish wish = writer.wish(call);
        call.parameters().done();
        call.requireWhole("erasing");
        writer.write(
                call, new Erase(call.memory(), call.idempotencyKey()), List.of(), wish, () -> {});
    }

    private static ForgetFilter confined(ForgetFilter filter, Confinement view) {
        if (view.isWhole()) {
            return filter;
        }
        List<Scope> scopes =
                filter.scopes() == null
                        ? List.of(view.writes(null))
                        : filter.scopes().stream().map(view::writes).toList();
        return new ForgetFilter(
                scopes,
                filter.categories(),
                filter.olderThan(),
                filter.metadata(),
                filter.ids(),
                filter.all());
    }
}
