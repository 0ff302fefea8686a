package dev.alluvium.query.route;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.query.ApiSettings;
import dev.alluvium.query.QueryEmbedder;
import dev.alluvium.query.event.QueryEvents;
import dev.alluvium.query.http.Call;
import dev.alluvium.query.http.Routes;
import dev.alluvium.query.read.Dimensions;
import dev.alluvium.query.read.Reader;
import dev.alluvium.query.write.Writer;
import dev.alluvium.query.write.Writer.Wish;
import dev.alluvium.state.command.DeleteFacts;
import dev.alluvium.state.command.LogTurns;
import dev.alluvium.state.episode.TurnDraft;
import dev.alluvium.state.episode.TurnJson;
import dev.alluvium.state.episode.TurnMatches;
import dev.alluvium.state.episode.TurnPage;
import dev.alluvium.state.episode.TurnQuery;
import dev.alluvium.state.graph.GraphSelection;
import dev.alluvium.state.json.Fields;
import dev.alluvium.state.json.InvalidInputException;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.query.ListTurns;
import dev.alluvium.state.query.SearchTurns;
import dev.alluvium.state.vector.Units;
import io.javalin.http.Context;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Turns of conversations and agent logs: append, list, search, and delete with the facts that only
 * they say.
 */
public final class TurnRoutes {

    private static final int MAX_LIMIT = 1000;

    private final Reader reader;
    private final Writer writer;
    private final QueryVectors vectors;
    private final Dimensions dimensions;
    private final QueryEvents events;
    private final ApiSettings settings;

    /**
     * @param embedder null where queries are not embedded
     */
    public TurnRoutes(
            Reader reader,
            Writer writer,
            QueryEmbedder embedder,
            Dimensions dimensions,
            QueryEvents events,
            ApiSettings settings) {
        this.reader = reader;
        this.writer = writer;
        this.vectors = new QueryVectors(settings.embedded().turns() ? embedder : null, dimensions);
        this.dimensions = dimensions;
        this.events = events;
        this.settings = settings;
    }

    public void declare(Routes routes, String memory) {
        routes.post(memory + "/turns", this::log);
        routes.get(memory + "/turns", this::list);
        routes.post(memory + "/turns/search", this::search);
        routes.delete(memory + "/turns/{id}", ctx -> delete(ctx, TurnRoutes::turn));
        routes.delete(memory + "/sessions/{session}", ctx -> delete(ctx, TurnRoutes::session));
    }

    private void log(Context ctx) throws IOException {
        Call call = new Call(ctx);
        Wish wish = writer.wish(call);
        call.parameters().done();
        call.requireWhole("the log of turns");
        Fields fields = call.fields();
        fields.require("turns");
        List<TurnDraft> turns = fields.objects("turns", LogTurns.MAX_TURNS, TurnJson::draft);
        if (turns != null && turns.isEmpty() && !fields.hasProblems()) {
            fields.problem("turns", "turns is empty; give at least one");
        }
        fields.done();
        refuseTwins(turns);
        writer.write(
                call,
                new LogTurns(call.memory(), call.idempotencyKey(), turns),
                turns.stream().map(TurnDraft::id).toList(),
                wish,
                () ->
                        turns.stream()
                                .flatMap(turn -> turn.vectors().stream())
                                .mapToInt(vector -> vector.length)
                                .distinct()
                                .forEach(
                                        d ->
                                                dimensions.check(
                                                        call.memory(), d, "a turn's vector")));
    }

    private void list(Context ctx) {
        Call call = new Call(ctx);
        String session = call.parameters().text("session");
        Instant from = call.parameters().instant("from");
        Instant to = call.parameters().instant("to");
        int limit = call.parameters().integer("limit", 1, MAX_LIMIT, 100);
        String cursor = call.parameters().cursor();
        Duration wait = call.timeout(settings.timeout());
        call.parameters().done();
        call.requireWhole("the log of turns");
        TurnPage page = reader.ask(call, new ListTurns(session, from, to, limit, cursor), wait);
        ObjectNode json = Json.object();
        json.set("turns", TurnJson.write(page.turns()));
        json.put("next_cursor", page.nextCursor());
        json.put("total", page.total());
        call.answer(200, json);
    }

    private void search(Context ctx) throws IOException {
        Call call = new Call(ctx);
        Duration wait = call.timeout(settings.timeout());
        call.parameters().done();
        call.requireWhole("the log of turns");
        Fields fields = call.fields();
        fields.require("query");
        TurnQuery query =
                new TurnQuery(
                        fields.text("query", RecallFields.MAX_QUERY_BYTES),
                        fields.text("session"),
                        fields.instant("from"),
                        fields.instant("to"),
                        fields.integer("limit", 1, MAX_LIMIT, 10));
        float[] vector = Units.unit(fields.vector("vector"));
        fields.done();
        TurnMatches found =
                events.told(
                        call.memory(),
                        query.query(),
                        query.limit(),
                        () ->
                                reader.ask(
                                        call,
                                        new SearchTurns(
                                                query,
                                                vectors.of(call, query.query(), vector, wait)),
                                        wait),
                        matches -> matches.matches().size());
        ObjectNode json = Json.object();
        ArrayNode matches = json.putArray("matches");
        found.matches()
                .forEach(
                        match -> {
                            ObjectNode shown = matches.addObject();
                            shown.set("turn", TurnJson.write(match.turn()));
                            shown.put("score", match.score());
                            ObjectNode parts = shown.putObject("parts");
                            match.parts().forEach(parts::put);
                        });
        call.answer(200, json);
    }

    private void delete(Context ctx, Function<Context, GraphSelection> selected)
            throws IOException {
        Call call = new Call(ctx);
        Wish wish = writer.wish(call);
        call.parameters().done();
        call.requireWhole("the log of turns");
        writer.write(
                call,
                new DeleteFacts(call.memory(), call.idempotencyKey(), selected.apply(ctx)),
                List.of(),
                wish,
                () -> {});
    }

    private static GraphSelection turn(Context ctx) {
        return new GraphSelection(null, null, null, null, null, List.of(ctx.pathParam("id")));
    }

    private static GraphSelection session(Context ctx) {
        return new GraphSelection(null, null, null, null, List.of(ctx.pathParam("session")), null);
    }

    private static void refuseTwins(List<TurnDraft> turns) {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < turns.size(); i++) {
            String id = turns.get(i).id();
            if (id != null && !seen.add(id)) {
                throw new InvalidInputException(
                        "/turns/" + i + "/id",
                        "id \"" + id + "\" stands twice in this batch; ids are unique");
            }
        }
    }
}
