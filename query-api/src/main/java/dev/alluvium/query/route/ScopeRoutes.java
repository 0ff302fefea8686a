package dev.alluvium.query.route;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.query.http.Call;
import dev.alluvium.query.http.Routes;
import dev.alluvium.query.read.Reader;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.query.CountCategories;
import dev.alluvium.state.query.DescribeScope;
import dev.alluvium.state.query.DrawTree;
import dev.alluvium.state.recall.RecordFilter;
import dev.alluvium.state.record.RecordJson;
import dev.alluvium.state.scope.Confinement;
import dev.alluvium.state.scope.Scope;
import dev.alluvium.state.scope.ScopeInfo;
import dev.alluvium.state.scope.ScopeNode;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The tree of scopes: drawn, described, listed, and its categories. */
public final class ScopeRoutes {

    private static final int MAX_DEPTH = 512;

    private final Reader reader;
    private final Duration timeout;

    public ScopeRoutes(Reader reader, Duration timeout) {
        this.reader = reader;
        this.timeout = timeout;
    }

    public void declare(Routes routes, String memory) {
        routes.get(memory + "/scopes/tree", this::tree);
        routes.get(memory + "/scopes/info", this::info);
        routes.get(memory + "/scopes", this::children);
        routes.get(memory + "/categories", this::categories);
    }

    /** Where a question about the tree starts and which records it counts. */
    private record Start(Scope path, RecordFilter filter, Duration timeout) {}

    private void tree(Context ctx) {
        Call call = new Call(ctx);
        int depth = call.parameters().integer("max_depth", 0, MAX_DEPTH, MAX_DEPTH);
        Start start = start(call);
        ScopeNode tree =
                reader.ask(
                        call, new DrawTree(start.filter(), start.path(), depth), start.timeout());
        if (call.wantsText()) {
            StringBuilder drawn = new StringBuilder();
            draw(tree, call.view(), "", drawn);
            ctx.contentType("text/plain; charset=utf-8").result(drawn.toString());
            return;
        }
        call.answer(200, json(tree, call.view()));
    }

    private void info(Context ctx) {
        Call call = new Call(ctx);
        Start start = start(call);
        ScopeInfo info =
                reader.ask(call, new DescribeScope(start.filter(), start.path()), start.timeout());
        ObjectNode json = Json.object();
        json.put("path", call.view().shown(info.path()).path());
        json.put("record_count", info.recordCount());
        RecordJson.putTexts(json, "categories", info.categories());
        json.put(
                "oldest_record",
                info.oldestRecord() == null ? null : info.oldestRecord().toString());
        json.put(
                "newest_record",
                info.newestRecord() == null ? null : info.newestRecord().toString());
        RecordJson.putTexts(json, "child_scopes", shown(call, info.childScopes()));
        call.answer(200, json);
    }

    private void children(Context ctx) {
        Call call = new Call(ctx);
        Start start = start(call);
        ScopeInfo info =
                reader.ask(call, new DescribeScope(start.filter(), start.path()), start.timeout());
        ObjectNode json = Json.object();
        json.put("path", call.view().shown(start.path()).path());
        RecordJson.putTexts(json, "scopes", shown(call, info.childScopes()));
        call.answer(200, json);
    }

    private void categories(Context ctx) {
        Call call = new Call(ctx);
        Start start = start(call);
        Map<String, Long> counts =
                reader.ask(
                        call, new CountCategories(start.filter(), start.path()), start.timeout());
        ObjectNode json = Json.object();
        ObjectNode byName = json.putObject("categories");
        counts.forEach(byName::put);
        call.answer(200, json);
    }

    private Start start(Call call) {
        Filters filters = new Filters(call.parameters());
        Scope asked = call.parameters().scope("path");
        Duration wait = call.timeout(timeout);
        call.parameters().done();
        Confinement view = call.view();
        return new Start(
                view.start(asked),
                filters.in(view.reads(asked == null ? null : List.of(asked))),
                wait);
    }

    private static List<String> shown(Call call, List<Scope> scopes) {
        return scopes.stream().map(scope -> call.view().shown(scope).path()).toList();
    }

    private static ObjectNode json(ScopeNode node, Confinement view) {
        ObjectNode json = Json.object();
        json.put("path", view.shown(node.path()).path());
        json.put("record_count", node.recordCount());
        ArrayNode children = json.putArray("children");
        node.children().forEach(child -> children.add(json(child, view)));
        if (node.hiddenScopes() > 0) {
            json.put("hidden_scopes", node.hiddenScopes());
        }
        return json;
    }

    private static void draw(ScopeNode node, Confinement view, String indent, StringBuilder out) {
        out.append(indent)
                .append(view.shown(node.path()))
                .append(" (")
                .append(node.recordCount())
                .append(node.recordCount() == 1 ? " record)\n" : " records)\n");
        node.children().forEach(child -> draw(child, view, indent + "  ", out));
        if (node.hiddenScopes() > 0) {
            out.append(indent)
                    .append("  … ")
                    .append(node.hiddenScopes())
                    .append(node.hiddenScopes() == 1 ? " scope" : " scopes")
                    .append(" below, give a larger max_depth\n");
        }
    }
}
