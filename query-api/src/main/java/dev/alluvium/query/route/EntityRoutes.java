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
import dev.alluvium.state.graph.read.EntityHistory;
import dev.alluvium.state.graph.read.Neighbourhood;
import dev.alluvium.state.graph.read.ShownEntity;
import dev.alluvium.state.graph.read.ShownJson;
import dev.alluvium.state.graph.read.When;
import dev.alluvium.state.json.Fields;
import dev.alluvium.state.query.FindNeighbours;
import dev.alluvium.state.query.OpenNodes;
import dev.alluvium.state.query.TellEntityHistory;
import io.javalin.http.Context;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;

/** Single entities of the graph: read, walked from, named, merged, deleted. */
public final class EntityRoutes {

    private static final int MAX_LIMIT = 1000;

    private final EntityNames names;
    private final Reader reader;
    private final Writer writer;
    private final Duration timeout;

    public EntityRoutes(Reader reader, Writer writer, Duration timeout) {
        this.names = new EntityNames(reader);
        this.reader = reader;
        this.writer = writer;
        this.timeout = timeout;
    }

    public void declare(Routes routes, String memory) {
        String entity = memory + "/graph/entities/{name}";
        routes.get(entity, this::get);
        routes.get(entity + "/history", this::history);
        routes.get(entity + "/neighbours", this::neighbours);
        routes.delete(entity, this::delete);
        routes.post(entity + "/aliases", ctx -> identify(ctx, EntityRoutes::alias));
        routes.delete(entity + "/aliases/{alias}", this::removeAlias);
        routes.post(entity + "/merge", ctx -> identify(ctx, EntityRoutes::merger));
        routes.post(
                entity + "/unmerge", ctx -> identify(ctx, (of, body) -> new Identity.Unmerge(of)));
    }

    private void get(Context ctx) {
        Call call = new Call(ctx);
        EntityRef of = EntityNames.of(call);
        When when = Moments.of(call.parameters());
        Duration wait = call.timeout(timeout);
        call.parameters().done();
        call.requireWhole("the graph");
        List<ShownEntity> found = reader.ask(call, new OpenNodes(List.of(of), when), wait).nodes();
        if (found.isEmpty()) {
            throw EntityNames.unknown(of);
        }
        if (found.size() > 1) {
            throw EntityNames.ambiguous(of, found.stream().map(ShownEntity::type).toList());
        }
        call.answer(200, ShownJson.write(found.get(0)));
    }

    private void history(Context ctx) {
        Call call = new Call(ctx);
        EntityRef of = EntityNames.of(call);
        Duration wait = call.timeout(timeout);
        call.parameters().done();
        call.requireWhole("the graph");
        EntityHistory history = names.ask(call, new TellEntityHistory(of), wait);
        if (history == null) {
            throw EntityNames.unknown(of);
        }
        call.answer(200, ShownJson.write(history));
    }

    private void neighbours(Context ctx) {
        Call call = new Call(ctx);
        EntityRef of = EntityNames.of(call);
        int depth = call.parameters().integer("depth", 1, FindNeighbours.MAX_DEPTH, 1);
        int limit = call.parameters().integer("limit", 1, MAX_LIMIT, 100);
        When when = Moments.of(call.parameters());
        Duration wait = call.timeout(timeout);
        call.parameters().done();
        call.requireWhole("the graph");
        Neighbourhood found = names.ask(call, new FindNeighbours(of, depth, limit, when), wait);
        if (found.centre() == null) {
            throw EntityNames.unknown(of);
        }
        call.answer(200, ShownJson.write(found));
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
