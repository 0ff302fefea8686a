package dev.alluvium.query.route;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.query.http.Call;
import dev.alluvium.query.http.Columns;
import dev.alluvium.query.http.Problems;
import dev.alluvium.query.http.Routes;
import dev.alluvium.query.read.Reader;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.change.MemoryHeader;
import dev.alluvium.state.episode.Turn;
import dev.alluvium.state.episode.TurnJson;
import dev.alluvium.state.graph.GraphJson;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.query.ExportGraph;
import dev.alluvium.state.query.ExportRows.Page;
import dev.alluvium.state.query.GetRecord.Found;
import dev.alluvium.state.query.Query;
import dev.alluvium.state.query.ReadHeader;
import dev.alluvium.state.record.MemoryRecord;
import dev.alluvium.state.record.RecordJson;
import io.javalin.http.Context;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Streams a memory as lines that an import reads back: records, then turns, then the graph. One
 * page is in memory at a time. A stream that breaks off ends with a line that holds the problem.
 * Who accepts Arrow gets columns instead, of records or of turns.
 */
public final class ExportRoute {

    private static final Logger LOG = LoggerFactory.getLogger(ExportRoute.class);
    private static final int PAGE_ROWS = 500;

    private final Reader reader;
    private final ColumnExport columns;
    private final Duration timeout;

    public ExportRoute(Reader reader, Duration timeout) {
        this.reader = reader;
        columns = new ColumnExport(reader);
        this.timeout = timeout;
    }

    public void declare(Routes routes, String memory) {
        routes.get(memory + "/export", this::export);
    }

    private void export(Context ctx) throws IOException {
        Call call = new Call(ctx);
        Who who = Who.of(call);
        boolean areColumns = Columns.areWanted(ctx);
        boolean withVectors =
                call.parameters().flag("vector")
                        || areColumns && call.parameters().text("vector") == null;
        Duration wait = call.timeout(timeout);
        ExportWish asked = ExportWish.of(call.parameters(), areColumns);
        call.parameters().done();
        // The first page is asked for before the answer begins: a failure is still a problem
        // answer.
        MemoryHeader header = reader.ask(call, new ReadHeader(), wait);
        ExportWish wish = asked.in(header.lastKnown(), Instant.now());
        if (areColumns) {
            columns.write(call, who, wish, withVectors ? header.dimension() : 0, wait);
            return;
        }
        Page page = reader.ask(call, wish.rows(PAGE_ROWS), wait);
        ctx.status(200).contentType("application/x-ndjson");
        OutputStream out = new BufferedOutputStream(ctx.outputStream(), 64 * 1024);
        try {
            for (; !page.last(); page = ask(call, wish.after(page, PAGE_ROWS), wait)) {
                lines(out, call, who, page, withVectors);
            }
            lines(out, call, who, page, withVectors);
            ExportGraph rest = call.view().isWhole() ? wish.graph(PAGE_ROWS) : null;
            while (rest != null) {
                ExportGraph.Page graph = ask(call, rest, wait);
                for (ExportGraph.Row row : graph.rows()) {
                    line(out, graph(call.memory(), row, withVectors));
                }
                rest = graph.next();
            }
        } catch (RuntimeException e) {
            // The answer has begun, so its end is all that can still say that it is not whole.
            LOG.warn("the export of {} broke off", call.memory(), e);
            line(out, Json.object().set("problem", Problems.of(e, ctx).toJson()));
        }
        out.flush();
    }

    private <R> R ask(Call call, Query<R> query, Duration wait) {
        return reader.ask(call.memory(), query, List.of(), wait).value();
    }

    private static void lines(OutputStream out, Call call, Who who, Page page, boolean withVectors)
            throws IOException {
        for (Found found : page.records()) {
            if (who.sees(call, found.record())) {
                line(out, record(call, found, withVectors));
            }
        }
        if (call.view().isWhole()) {
            for (Turn turn : page.turns()) {
                line(out, turn(call.memory(), turn));
            }
        }
    }

    private static void line(OutputStream out, ObjectNode json) throws IOException {
        out.write(Json.bytes(json));
        out.write('\n');
    }

    /**
     * A record as an import takes it: what its writer could have stated, nothing the log decides.
     */
    private static ObjectNode record(Call call, Found found, boolean withVectors) {
        MemoryRecord record = found.record();
        ObjectNode json = RecordJson.write(record, call.view()::shown);
        json.remove(List.of("version", "last_accessed", "known_from", "known_to"));
        if (withVectors) {
            RecordJson.putVector(json, "vector", found.vector());
        }
        ObjectNode row = row(call.memory());
        row.set("record", json);
        return row;
    }

    private static ObjectNode turn(MemoryId memory, Turn turn) {
        ObjectNode json = TurnJson.write(turn);
        json.remove("known_from");
        ObjectNode row = row(memory);
        row.set("turn", json);
        return row;
    }

    private static ObjectNode graph(MemoryId memory, ExportGraph.Row stated, boolean withVectors) {
        ObjectNode row = row(memory);
        if (stated.entity() != null) {
            return row.set("entity", GraphJson.write(stated.entity()));
        }
        boolean isRelation = stated.relation() != null;
        ObjectNode json = isRelation ? GraphJson.write(stated.relation()) : Json.object();
        if (!isRelation) {
            GraphJson.putReference(json, "entity", stated.observation().entity());
            json.setAll(GraphJson.write(stated.observation().observations().get(0)));
        }
        if (!withVectors) {
            json.remove("vector");
        }
        return row.set(isRelation ? "relation" : "observation", json);
    }

    private static ObjectNode row(MemoryId memory) {
        return Json.object().put("app", memory.app()).put("user", memory.user());
    }
}
