package dev.alluvium.query.route;

import dev.alluvium.query.http.Call;
import dev.alluvium.query.http.Routes;
import dev.alluvium.query.read.Dimensions;
import dev.alluvium.query.write.Ids;
import dev.alluvium.query.write.NamedFacts;
import dev.alluvium.query.write.Writer;
import dev.alluvium.query.write.Writer.Wish;
import dev.alluvium.state.command.AssertFacts;
import dev.alluvium.state.command.CommandCodec;
import dev.alluvium.state.command.DeleteFacts;
import dev.alluvium.state.graph.EntityDraft;
import dev.alluvium.state.graph.GraphJson;
import dev.alluvium.state.graph.GraphSelection;
import dev.alluvium.state.graph.ObservationsDraft;
import dev.alluvium.state.graph.RelationDraft;
import dev.alluvium.state.json.Fields;
import io.javalin.http.Context;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** What is said of the graph: entities, observations and relations are stated, or deleted. */
public final class StatementRoutes {

    private final Writer writer;
    private final Dimensions dimensions;

    public StatementRoutes(Writer writer, Dimensions dimensions) {
        this.writer = writer;
        this.dimensions = dimensions;
    }

    public void declare(Routes routes, String memory) {
        routes.post(memory + "/graph", ctx -> state(ctx, StatementRoutes::all));
        routes.post(memory + "/graph/entities", ctx -> state(ctx, StatementRoutes::entities));
        routes.post(memory + "/graph/relations", ctx -> state(ctx, StatementRoutes::relations));
        routes.post(
                memory + "/graph/observations", ctx -> state(ctx, StatementRoutes::observations));
        routes.post(memory + "/graph/delete", this::delete);
    }

    /** The parts of a command, as one of the bodies gives them; null where a problem was noted. */
    private record Stated(
            List<EntityDraft> entities,
            List<ObservationsDraft> observations,
            List<RelationDraft> relations,
            boolean createMissing) {}

    private void state(Context ctx, Function<Fields, Stated> reader) throws IOException {
        Call call = new Call(ctx);
        Wish wish = writer.wish(call);
        call.parameters().done();
        call.requireWhole("the graph");
        String key = call.idempotencyKey();
        AssertFacts given =
                call.fields()
                        .read(
                                fields -> {
                                    Stated stated = reader.apply(fields);
                                    return stated == null
                                            ? null
                                            : new AssertFacts(
                                                    call.memory(),
                                                    key,
                                                    stated.entities(),
                                                    stated.observations(),
                                                    stated.relations(),
                                                    stated.createMissing());
                                });
        NamedFacts named = NamedFacts.of(given, Ids.of(call.memory(), key));
        writer.write(
                call,
                named.command(),
                named.ids(),
                wish,
                () ->
                        given.vectors()
                                .mapToInt(vector -> vector.length)
                                .distinct()
                                .forEach(
                                        length ->
                                                dimensions.check(
                                                        call.memory(), length, "a fact's vector")));
    }

    private static Stated all(Fields fields) {
        AssertFacts all = CommandCodec.assertFacts(null, null, fields);
        boolean isEmpty =
                Stream.of(all.entities(), all.observations(), all.relations())
                        .allMatch(List::isEmpty);
        if (isEmpty && !fields.hasProblems()) {
            fields.problem("", "nothing is stated; give entities, observations or relations");
        }
        return new Stated(all.entities(), all.observations(), all.relations(), all.createMissing());
    }

    private static Stated entities(Fields fields) {
        List<EntityDraft> entities = someOf(fields, "entities", GraphJson::entity);
        return entities == null ? null : new Stated(entities, List.of(), List.of(), false);
    }

    private static Stated relations(Fields fields) {
        List<RelationDraft> relations = someOf(fields, "relations", GraphJson::relation);
        boolean createMissing = fields.flag("create_missing", false);
        return relations == null
                ? null
                : new Stated(List.of(), List.of(), relations, createMissing);
    }

    private static Stated observations(Fields fields) {
        boolean createMissing = fields.flag("create_missing", false);
        ObservationsDraft observations = GraphJson.observationsOf(fields);
        if (observations != null && observations.observations().isEmpty()) {
            fields.problem("observations", "observations is empty; give at least one");
        }
        return observations == null
                ? null
                : new Stated(List.of(), List.of(observations), List.of(), createMissing);
    }

    private static <T> List<T> someOf(Fields fields, String name, Function<Fields, T> reader) {
        fields.require(name);
        List<T> some = fields.objects(name, AssertFacts.MAX_ITEMS, reader);
        if (some != null && some.isEmpty() && !fields.hasProblems()) {
            fields.problem(name, name + " is empty; give at least one");
        }
        return some;
    }

    private void delete(Context ctx) throws IOException {
        Call call = new Call(ctx);
        Wish wish = writer.wish(call);
        call.parameters().done();
        call.requireWhole("the graph");
        GraphSelection selection = call.fields().read(GraphJson::selection);
        writer.write(
                call,
                new DeleteFacts(call.memory(), call.idempotencyKey(), selection),
                List.of(),
                wish,
                () -> {});
    }
}
