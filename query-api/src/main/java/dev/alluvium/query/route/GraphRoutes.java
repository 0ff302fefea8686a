package dev.alluvium.query.route;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.query.ApiSettings;
import dev.alluvium.query.QueryEmbedder;
import dev.alluvium.query.event.QueryEvents;
import dev.alluvium.query.http.Call;
import dev.alluvium.query.http.Routes;
import dev.alluvium.query.read.Dimensions;
import dev.alluvium.query.read.Reader;
import dev.alluvium.state.graph.EntityRef;
import dev.alluvium.state.graph.GraphJson;
import dev.alluvium.state.graph.read.GraphMatches;
import dev.alluvium.state.graph.read.ShownJson;
import dev.alluvium.state.graph.read.When;
import dev.alluvium.state.json.Fields;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.query.CompareGraph;
import dev.alluvium.state.query.DrawProfile;
import dev.alluvium.state.query.OpenNodes;
import dev.alluvium.state.query.ReadGraph;
import dev.alluvium.state.query.SearchGraph;
import dev.alluvium.state.serving.StateClient.Answer;
import dev.alluvium.state.vector.Units;
import io.javalin.http.Context;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** The graph as a whole: searched, opened by names, paged, compared, drawn as a profile. */
public final class GraphRoutes {

    private static final int MAX_LIMIT = 1000;
    private static final int MAX_CHARACTERS = 1_000_000;

    private final Reader reader;
    private final QueryEvents events;
    private final QueryVectors vectors;
    private final Duration timeout;

    /**
     * @param embedder null where queries are not embedded
     */
    public GraphRoutes(
            Reader reader,
            QueryEmbedder embedder,
            Dimensions dimensions,
            QueryEvents events,
            ApiSettings settings) {
        this.reader = reader;
        this.events = events;
        this.vectors = new QueryVectors(settings.embedded().facts() ? embedder : null, dimensions);
        this.timeout = settings.timeout();
    }

    public void declare(Routes routes, String memory) {
        routes.get(memory + "/graph", this::page);
        routes.post(memory + "/graph/search", this::search);
        routes.post(memory + "/graph/open", this::open);
        routes.get(memory + "/graph/diff", this::compare);
        routes.get(memory + "/profile", this::profile);
    }

    private void page(Context ctx) {
        Call call = new Call(ctx);
        int limit = call.parameters().integer("limit", 1, MAX_LIMIT, 100);
        String cursor = call.parameters().text("cursor");
        When when = Moments.of(call.parameters());
        Duration wait = call.timeout(timeout);
        call.parameters().done();
        call.requireWhole("the graph");
        call.answer(
                200, ShownJson.write(reader.ask(call, new ReadGraph(limit, cursor, when), wait)));
    }

    private void search(Context ctx) throws IOException {
        Call call = new Call(ctx);
        Duration wait = call.timeout(timeout);
        call.parameters().done();
        call.requireWhole("the graph");
        Fields fields = call.fields();
        fields.require("query");
        String query = fields.text("query", RecallFields.MAX_QUERY_BYTES);
        int limit = fields.integer("limit", 1, MAX_LIMIT, 10);
        float[] given = Units.unit(fields.vector("vector"));
        When when = Moments.of(fields);
        fields.done();
        Answer<GraphMatches> answer =
                events.told(
                        call.memory(),
                        query,
                        limit,
                        () ->
                                reader.ask(
                                        call.memory(),
                                        new SearchGraph(
                                                query,
                                                vectors.of(call, query, given, wait),
                                                limit,
                                                when),
                                        call.atLeast(),
                                        wait),
                        found -> found.value().matches().size());
        call.answer(200, withPosition(call, ShownJson.write(answer.value()), answer));
    }

    /** The position in the body and in the header. */
    static ObjectNode withPosition(Call call, ObjectNode json, Answer<?> answer) {
        String position = Reader.text(answer.applied());
        if (position != null) {
            call.context().header(Call.POSITION_HEADER, position);
        }
        return json.put("position", position);
    }

    private void open(Context ctx) throws IOException {
        Call call = new Call(ctx);
        Duration wait = call.timeout(timeout);
        call.parameters().done();
        call.requireWhole("the graph");
        Fields fields = call.fields();
        fields.require("names");
        List<EntityRef> names =
                fields.textsOrObjects("names", MAX_LIMIT, EntityRef::of, GraphJson::reference);
        When when = Moments.of(fields);
        fields.done();
        call.answer(200, ShownJson.write(reader.ask(call, new OpenNodes(names, when), wait)));
    }

    private void compare(Context ctx) {
        Call call = new Call(ctx);
        Instant from = call.parameters().instant("from");
        Instant until = call.parameters().instant("to");
        Instant to = until == null ? Instant.now() : until;
        Instant knownAt = call.parameters().instant("known_at");
        Duration wait = call.timeout(timeout);
        if (call.parameters().text("from") == null) {
            call.parameters().problem("from", "from is missing; give the instant to compare with");
        } else if (from != null && to.isBefore(from)) {
            call.parameters()
                    .problem(
                            "to",
                            "to " + to + " is before from " + from + "; give the earlier first");
        }
        call.parameters().done();
        call.requireWhole("the graph");
        call.answer(
                200, ShownJson.write(reader.ask(call, new CompareGraph(from, to, knownAt), wait)));
    }

    private void profile(Context ctx) {
        Call call = new Call(ctx);
        DrawProfile profile =
                new DrawProfile(
                        call.parameters().integer("entities", 0, MAX_LIMIT, DrawProfile.ENTITIES),
                        call.parameters()
                                .integer("observations", 0, MAX_LIMIT, DrawProfile.OBSERVATIONS),
                        call.parameters().integer("max_chars", 0, MAX_CHARACTERS, 0),
                        Moments.of(call.parameters()));
        Duration wait = call.timeout(timeout);
        call.parameters().done();
        call.requireWhole("the graph");
        String card = reader.ask(call, profile, wait);
        if (call.wantsText()) {
            ctx.contentType("text/plain; charset=utf-8").result(card);
            return;
        }
        call.answer(200, Json.object().put("card", card));
    }
}
