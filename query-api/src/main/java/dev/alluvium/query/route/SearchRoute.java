package dev.alluvium.query.route;

import dev.alluvium.query.ApiSettings;
import dev.alluvium.query.QueryEmbedder;
import dev.alluvium.query.event.QueryEvents;
import dev.alluvium.query.http.Call;
import dev.alluvium.query.http.Routes;
import dev.alluvium.query.read.Dimensions;
import dev.alluvium.query.read.Reader;
import dev.alluvium.state.graph.read.When;
import dev.alluvium.state.json.Fields;
import dev.alluvium.state.query.MatchesJson;
import dev.alluvium.state.query.MemoryMatches;
import dev.alluvium.state.query.SearchMemory;
import dev.alluvium.state.serving.StateClient.Answer;
import dev.alluvium.state.vector.Units;
import io.javalin.http.Context;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;

/** Searches a memory as a whole: graph, records and turns ranked together. */
public final class SearchRoute {

    private final Reader reader;
    private final QueryEvents events;
    private final QueryVectors vectors;
    private final ApiSettings settings;

    /**
     * @param embedder null where queries are not embedded
     */
    public SearchRoute(
            Reader reader,
            QueryEmbedder embedder,
            Dimensions dimensions,
            QueryEvents events,
            ApiSettings settings) {
        this.reader = reader;
        this.events = events;
        this.vectors = new QueryVectors(embedder, dimensions);
        this.settings = settings;
    }

    public void declare(Routes routes, String memory) {
        routes.post(memory + "/search", this::search);
    }

    private void search(Context ctx) throws IOException {
        Call call = new Call(ctx);
        Duration wait = call.timeout(settings.timeout());
        call.parameters().done();
        call.requireWhole("the search of all that a memory holds");
        Fields fields = call.fields();
        fields.require("query");
        String query = fields.text("query", RecallFields.MAX_QUERY_BYTES);
        int limit = fields.integer("limit", 1, RecallFields.MAX_LIMIT, 10);
        float[] given = Units.unit(fields.vector("vector"));
        boolean isLexical =
                "lexical".equals(RecallFields.oneOf(fields, "mode", Set.of("hybrid", "lexical")));
        if (isLexical && given != null) {
            fields.problem("mode", "mode lexical is given with a vector; give one");
        }
        String source = fields.text("source");
        boolean includePrivate = fields.flag("include_private", false);
        When when = Moments.of(fields);
        fields.done();
        Answer<MemoryMatches> answer =
                events.told(
                        call.memory(),
                        query,
                        limit,
                        () ->
                                reader.ask(
                                        call.memory(),
                                        new SearchMemory(
                                                query,
                                                isLexical
                                                        ? null
                                                        : vectors.of(call, query, given, wait),
                                                limit,
                                                source,
                                                includePrivate,
                                                settings.defaults(),
                                                when),
                                        call.atLeast(),
                                        wait),
                        found -> found.value().best(limit).size());
        call.answer(
                200,
                GraphRoutes.withPosition(call, MatchesJson.write(answer.value(), limit), answer));
    }
}
