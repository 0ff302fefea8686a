package dev.alluvium.query.ingest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.query.ApiSettings;
import dev.alluvium.query.columns.ArrowRows;
import dev.alluvium.query.columns.RowKind;
import dev.alluvium.query.columns.RowSource;
import dev.alluvium.query.http.Body;
import dev.alluvium.query.http.Call;
import dev.alluvium.query.http.Columns;
import dev.alluvium.query.http.Parameters;
import dev.alluvium.query.http.Problem;
import dev.alluvium.query.http.Routes;
import dev.alluvium.query.log.CommandLog;
import dev.alluvium.query.parquet.ParquetRows;
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
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipException;

/**
 * Takes records, turns and parts of graphs of any memories as lines of JSON, or records and turns
 * as columns of Arrow or Parquet, however many.
 */
public final class ImportRoute {

    private static final String PARQUET = "application/vnd.apache.parquet";

    private static final Set<String> ARROW =
            Set.of(Columns.TYPE, "application/vnd.apache.arrow.file");

    private static final Set<String> LINES =
            Set.of(
                    "application/x-ndjson",
                    "application/ndjson",
                    "application/jsonl",
                    "application/x-jsonlines",
                    "application/json",
                    "text/plain");

    private static final Set<String> TYPES =
            Stream.of(ARROW, Set.of(PARQUET), LINES)
                    .flatMap(Set::stream)
                    .collect(Collectors.toUnmodifiableSet());

    /** Imports of columns at once: each may hold its largest batch outside the heap. */
    private static final int MAX_COLUMN_IMPORTS = 4;

    /** What a body of Parquet may take of the disk: its index is at its end. */
    private static final long MAX_SPOOLED_BYTES = 4L << 30;

    /** What a row group of Parquet may take of the heap, of which one is in memory at a time. */
    private static final long MAX_GROUP_BYTES = Runtime.getRuntime().maxMemory() / 8;

    private final Semaphore columnImports = new Semaphore(MAX_COLUMN_IMPORTS);
    private final Semaphore parquetImports = new Semaphore(1);
    private final CommandLog log;
    private final Reader reader;
    private final Barriers barriers;
    private final Dimensions dimensions;
    private final Duration timeout;
    private final boolean infers;

    public ImportRoute(
            CommandLog log,
            Reader reader,
            Barriers barriers,
            Dimensions dimensions,
            ApiSettings settings) {
        this.log = log;
        this.reader = reader;
        this.barriers = barriers;
        this.dimensions = dimensions;
        timeout = settings.importTimeout();
        infers = settings.infers();
    }

    public void declare(Routes routes) {
        routes.post("/v1/import", this::run);
    }

    private void run(Context ctx) throws IOException {
        Parameters parameters = new Parameters(ctx.queryParamMap());
        String app = parameters.text("app");
        String user = parameters.text("user");
        String type =
                Body.requireType(
                        ctx, TYPES, "application/x-ndjson, " + Columns.TYPE + " or " + PARQUET);
        boolean isParquet = PARQUET.equals(type);
        boolean isArrow = type != null && ARROW.contains(type);
        RowKind kind = kind(parameters, isParquet || isArrow);
        boolean infer = infer(parameters, kind);
        boolean wait = parameters.flag("wait");
        Duration limit = parameters.timeout(timeout);
        parameters.done();
        ImportRun run =
                new ImportRun(
                        Call.idempotencyKey(ctx),
                        infer,
                        log,
                        barriers,
                        dimensions,
                        wait ? positions -> reader.awaitApplied(positions, limit) : null);
        if (isParquet) {
            readParquet(ctx, run, kind, app, user);
        } else if (isArrow) {
            readArrow(ctx, run, kind, app, user);
        } else {
            try (InputStream in = Body.stream(ctx)) {
                read(run, new NdjsonRows(in, app, user));
            }
        }
        ObjectNode result = run.result();
        if (run.position() != null) {
            ctx.header(Call.POSITION_HEADER, run.position().toString());
        }
        ctx.status(wait ? 200 : 202).contentType("application/json").result(Json.bytes(result));
    }

    private void readArrow(Context ctx, ImportRun run, RowKind kind, String app, String user)
            throws IOException {
        acquire(columnImports, MAX_COLUMN_IMPORTS + " imports of columns");
        try (InputStream in = Body.stream(ctx);
                RowSource rows = opened(run, () -> ArrowRows.open(in, kind))) {
            read(run, new ColumnRows(rows, app, user));
        } finally {
            columnImports.release();
        }
    }

    private void readParquet(Context ctx, ImportRun run, RowKind kind, String app, String user)
            throws IOException {
        acquire(parquetImports, "another import of Parquet");
        try (InputStream in = Body.stream(ctx);
                SpooledBody body = spooled(run, in);
                RowSource rows =
                        opened(run, () -> ParquetRows.open(body.file(), kind, MAX_GROUP_BYTES))) {
            read(run, new ColumnRows(rows, app, user));
        } finally {
            parquetImports.release();
        }
    }

    private static void acquire(Semaphore imports, String running) {
        if (!imports.tryAcquire()) {
            throw Problem.of(
                            503,
                            "busy",
                            "Too many imports",
                            running + " is running; ask again later")
                    .exception();
        }
    }

    private static SpooledBody spooled(ImportRun run, InputStream in) {
        try {
            return SpooledBody.of(in, MAX_SPOOLED_BYTES);
        } catch (IOException e) {
            throw brokenOff(run, e);
        }
    }

    /** Begins to read what may be broken. */
    private interface Opening {
        RowSource open() throws IOException;
    }

    private static RowSource opened(ImportRun run, Opening opening) {
        try {
            return opening.open();
        } catch (IOException e) {
            throw brokenOff(run, e);
        }
    }

    private static void read(ImportRun run, ImportRows rows) {
        try {
            run.read(rows);
        } catch (IOException e) {
            throw brokenOff(run, e);
        }
    }

    private static RowKind kind(Parameters parameters, boolean areColumns) {
        RowKind kind = parameters.parsed("kind", RowKind::of);
        if (kind != null && !areColumns) {
            parameters.problem("kind", "kind is for columns; a line says itself what it is");
        }
        return kind;
    }

    /** Only where it is asked for: a history of any size may come this way. */
    private boolean infer(Parameters parameters, RowKind kind) {
        boolean infer = parameters.flag("infer");
        if (infer && !infers) {
            parameters.problem("infer", ApiSettings.NO_MODEL);
        } else if (infer && kind == RowKind.TURN) {
            parameters.problem("infer", "infer is for records; leave it out with kind turn");
        }
        return infer;
    }

    private static RuntimeException brokenOff(ImportRun run, IOException failure) {
        return brokenOff(
                run,
                failure instanceof ZipException || failure instanceof EOFException
                        ? Body.malformed(failure).getMessage()
                        : "the body broke off: " + failure.getMessage());
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
