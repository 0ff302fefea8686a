package dev.alluvium.query.route;

import dev.alluvium.query.http.Call;
import dev.alluvium.query.http.Routes;
import dev.alluvium.query.read.Reader;
import dev.alluvium.query.write.Writer;
import dev.alluvium.query.write.Writer.Wish;
import dev.alluvium.state.command.Command;
import dev.alluvium.state.command.DeleteFacts;
import dev.alluvium.state.command.IdentifyEntity;
import dev.alluvium.state.graph.EntityRef;
import dev.alluvium.state.graph.GraphJson;
import dev.alluvium.state.graph.GraphSelection;
import dev.alluvium.state.graph.Identity;
import dev.alluvium.state.json.Fields;
import io.javalin.http.Context;
import java.io.IOException;
import java.util.List;
import java.util.function.BiFunction;

/** Who the entities of the graph are: their aliases, mergers and deletion. */
public final class EntityRoutes {

    private final EntityNames names;
    private final Writer writer;

    public EntityRoutes(Reader reader, Writer writer) {
        this.names = new EntityNames(reader);
        this.writer = writer;
    }

    public void declare(Routes routes, String memory) {
        String entity = memory + "/graph/entities/{name}";
        routes.delete(entity, this::delete);
        routes.post(entity + "/aliases", ctx -> identify(ctx, EntityRoutes::alias));
        routes.delete(entity + "/aliases/{alias}", this::removeAlias);
        routes.post(entity + "/merge", ctx -> identify(ctx, EntityRoutes::merger));
        routes.post(
                entity + "/unmerge", ctx -> identify(ctx, (of, body) -> new Identity.Unmerge(of)));
    }

    private void delete(Context ctx) throws IOException {
        Call call = new Call(ctx);
        Wish wish = writer.wish(call);
        EntityRef of = EntityNames.of(call);
        call.parameters().done();
        write(
                call,
                wish,
                of,
                new DeleteFacts(
                        call.memory(),
                        call.idempotencyKey(),
                        new GraphSelection(List.of(of), null, null, null, null, null)));
    }

    private void removeAlias(Context ctx) throws IOException {
        Call call = new Call(ctx);
        Wish wish = writer.wish(call);
        EntityRef of = EntityNames.of(call);
        call.parameters().done();
        String alias = EntityNames.text(call, "alias");
        write(
                call,
                wish,
                of,
                new IdentifyEntity(
                        call.memory(), call.idempotencyKey(), new Identity.RemoveAlias(of, alias)));
    }

    private void identify(Context ctx, BiFunction<EntityRef, Fields, Identity> reader)
            throws IOException {
        Call call = new Call(ctx);
        Wish wish = writer.wish(call);
        EntityRef of = EntityNames.of(call);
        call.parameters().done();
        Identity identity = call.fields().read(fields -> reader.apply(of, fields));
        write(call, wish, of, new IdentifyEntity(call.memory(), call.idempotencyKey(), identity));
    }

    private void write(Call call, Wish wish, EntityRef of, Command command) throws IOException {
        call.requireWhole("the graph");
        writer.write(call, command, List.of(), wish, () -> names.require(call, of, wish.timeout()));
    }

    private static Identity alias(EntityRef of, Fields fields) {
        fields.require("alias");
        String alias = fields.text("alias");
        return alias == null ? null : new Identity.AddAlias(of, alias);
    }

    private static Identity merger(EntityRef from, Fields fields) {
        fields.require("into");
        EntityRef into = GraphJson.reference(fields, "into");
        return into == null ? null : new Identity.Merge(from, into);
    }
}
