package dev.alluvium.query.ingest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.query.http.Body;
import dev.alluvium.query.http.Call;
import dev.alluvium.query.http.Parameters;
import dev.alluvium.query.http.Problem;
import dev.alluvium.query.http.Routes;
import dev.alluvium.query.log.CommandLog;
import dev.alluvium.query.read.Barriers;
import dev.alluvium.query.read.Dimensions;
import dev.alluvium.query.read.Reader;
import dev.alluvium.state.json.Json;
import io.javalin.http.Context;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Set;
import java.util.zip.ZipException;

/** Takes records, turns and parts of graphs of any memories as lines of JSON, however many. */
public final class ImportRoute {

    private static final Set<String> TYPES =
            Set.of(
                    "application/x-ndjson",
                    "application/ndjson",
                    "application/jsonl",
                    "application/x-jsonlines",
                    "application/json",
                    "text/plain");

    private final CommandLog log;
    private final Reader reader;
    private final Barriers barriers;
    private final Dimensions dimensions;
    private final Duration timeout;

    /**
     * @param timeout how long a waiting import waits to be applied where it names no time
     */
    public ImportRoute(
            CommandLog log,
            Reader reader,
            Barriers barriers,
            Dimensions dimensions,
            Duration timeout) {
        this.log = log;
        this.reader = reader;
        this.barriers = barriers;
        this.dimensions = dimensions;
        this.timeout = timeout;
    }

    public void declare(Routes routes) {
        routes.post("/v1/import", this::run);
    }

    private void run(Context ctx) throws IOException {
        Parameters parameters = new Parameters(ctx.queryParamMap());
        String app = parameters.text("app");
        String user = parameters.text("user");
        boolean wait = parameters.flag("wait");
        Duration limit = parameters.timeout(timeout);
        parameters.done();
        Body.requireType(ctx, TYPES, "application/x-ndjson");
        ImportRun run =
                new ImportRun(
                        Call.idempotencyKey(ctx),
                        log,
                        barriers,
                        dimensions,
                        wait ? positions -> reader.awaitApplied(positions, limit) : null);
        try (InputStream in = Body.stream(ctx)) {
            run.read(new NdjsonRows(in, app, user));
        } catch (ZipException | EOFException e) {
            throw brokenOff(run, Body.malformed(e).getMessage());
        } catch (IOException e) {
            throw brokenOff(run, "the body broke off: " + e.getMessage());
        }
        ObjectNode result = run.result();
        if (run.position() != null) {
            ctx.header(Call.POSITION_HEADER, run.position().toString());
        }
        ctx.status(wait ? 200 : 202).contentType("application/json").result(Json.bytes(result));
    }

    private static RuntimeException brokenOff(ImportRun run, String why) {
        Problem problem =
                Problem.of(
                        400,
                        "incomplete-body",
                        "The import broke off",
                        why + "; the " + run.accepted() + " rows before it are in the log");
        return (run.position() == null
                        ? problem
                        : problem.with("position", run.position().toString()))
                .exception();
    }
}
