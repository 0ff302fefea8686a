package dev.alluvium.query.route;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.query.http.Call;
import dev.alluvium.query.http.Problems;
import dev.alluvium.query.http.Routes;
import dev.alluvium.query.read.Reader;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.episode.Turn;
import dev.alluvium.state.episode.TurnJson;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.query.ExportRows;
import dev.alluvium.state.query.ExportRows.Page;
import dev.alluvium.state.query.GetRecord.Found;
import dev.alluvium.state.record.MemoryRecord;
import dev.alluvium.state.record.RecordJson;
import io.javalin.http.Context;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Streams a memory as lines that an import reads back: current records, then turns. One page is in
 * memory at a time. A stream that breaks off ends with a line that holds the problem.
 */
public final class ExportRoute {

    private static final Logger LOG = LoggerFactory.getLogger(ExportRoute.class);
    private static final int PAGE_ROWS = 500;

    private final Reader reader;
    private final Duration timeout;

    public ExportRoute(Reader reader, Duration timeout) {
        this.reader = reader;
        this.timeout = timeout;
    }

    public void declare(Routes routes, String memory) {
        routes.get(memory + "/export", this::export);
    }

    private void export(Context ctx) throws IOException {
        Call call = new Call(ctx);
        Who who = Who.of(call);
        boolean withVectors = call.parameters().flag("vector");
        Duration wait = call.timeout(timeout);
        call.parameters().done();
        // The first page is asked for before the answer begins: a failure is still a problem
        // answer.
        Page page = reader.ask(call, new ExportRows(0, 0, PAGE_ROWS), wait);
        ctx.status(200).contentType("application/x-ndjson");
        OutputStream out = new BufferedOutputStream(ctx.outputStream(), 64 * 1024);
        try {
            for (; !page.last(); page = next(call, page, wait)) {
                lines(out, call, who, page, withVectors);
            }
            lines(out, call, who, page, withVectors);
        } catch (RuntimeException e) {
            // The answer has begun, so its end is all that can still say that it is not whole.
            LOG.warn("the export of {} broke off", call.memory(), e);
            line(out, Json.object().set("problem", Problems.of(e, ctx).toJson()));
        }
        out.flush();
    }

    private Page next(Call call, Page page, Duration wait) {
        ExportRows query = new ExportRows(page.nextRecord(), page.nextTurn(), PAGE_ROWS);
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

    private static ObjectNode row(MemoryId memory) {
        return Json.object().put("app", memory.app()).put("user", memory.user());
    }
}
