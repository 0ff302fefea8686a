package dev.alluvium.bench.system;

import static dev.alluvium.bench.system.Percentiles.rounded;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.bench.system.Client.Timed;
import dev.alluvium.cli.backfill.BootstrapCommand;
import dev.alluvium.cli.serve.LocalSystem;
import dev.alluvium.job.option.AlluviumOptions;
import dev.alluvium.job.option.Settings;
import dev.alluvium.state.json.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import picocli.CommandLine;

/**
 * Records that bring their vectors, by the million: imported as lines and as columns, each into a
 * system of its own, and bootstrapped. Beside both imports the same way into a pipeline that counts
 * and does nothing else, which is what the two formats differ in.
 */
final class BulkRate {

    private static final int WARM_UP = 20_000;

    private final Path directory;
    private final Map<String, String> options;
    private final int rows;
    private final long seed;

    /**
     * @param options of the systems, by name
     */
    BulkRate(Path directory, Map<String, String> options, int rows, long seed) {
        this.directory = directory;
        this.options = options;
        this.rows = rows;
        this.seed = seed;
    }

    ObjectNode measure() throws Exception {
        BulkFiles small = BulkFiles.write(directory, "warm", Math.min(WARM_UP, rows), seed + 1);
        BulkFiles files = BulkFiles.write(directory, "bulk", rows, seed);
        AtomicLong heap = Measures.watchHeap();
        ObjectNode json = Json.object().put("rows", rows).put("memories", BulkFiles.MEMORIES);
        try (LocalSystem system = start("lines")) {
            json.set("path", path(system, small, files));
            json.set("ndjson", imported(system, small, files, false));
        }
        try (LocalSystem system = start("columns")) {
            json.set("arrow", imported(system, small, files, true));
        }
        json.set("bootstrap", bootstrapped(files));
        return json.put("peak_heap_after_gc_mib", heap.get() >> 20)
                .put("peak_resident_mib", Measures.peakResidentKib() >> 10);
    }

    private LocalSystem start(String name) throws Exception {
        Map<String, String> all = new LinkedHashMap<>(options);
        all.put(AlluviumOptions.DATA.key(), directory.resolve(name).toString());
        all.put(AlluviumOptions.PORT.key(), "0");
        return LocalSystem.start(Settings.of(null, Map.of(), all));
    }

    private ObjectNode path(LocalSystem system, BulkFiles small, BulkFiles files) throws Exception {
        int partitions = AlluviumOptions.PARTITIONS.defaultValue();
        try (NoopPipeline noop =
                new NoopPipeline(
                        system.bootstrapServers(), directory.resolve("noop"), partitions, 1)) {
            Client client = new Client(noop.port());
            client.importFile(small.lines(), false, small.rows());
            client.importFile(small.columns(), true, small.rows());
            Timed lines = client.importFile(files.lines(), false, rows);
            Timed columns = client.importFile(files.columns(), true, rows);
            Progress.say(
                    "%d records to a no-op pipeline: lines %.0f/s, columns %.0f/s",
                    rows, lines.perSecond(rows), columns.perSecond(rows));
            return Json.object()
                    .put("ndjson_per_s", rounded(lines.perSecond(rows)))
                    .put("ndjson_core_us_each", rounded(lines.coreMicrosEach(rows)))
                    .put("arrow_per_s", rounded(columns.perSecond(rows)))
                    .put("arrow_core_us_each", rounded(columns.coreMicrosEach(rows)));
        }
    }

    private ObjectNode imported(
            LocalSystem system, BulkFiles small, BulkFiles files, boolean asColumns)
            throws Exception {
        Client client = new Client(system.port());
        client.importFile(asColumns ? small.columns() : small.lines(), asColumns, small.rows());
        Timed timed =
                client.importFile(asColumns ? files.columns() : files.lines(), asColumns, rows);
        Progress.say(
                "%d records as %s: %.0f/s, %.0f us of a core each",
                rows,
                asColumns ? "columns" : "lines",
                timed.perSecond(rows),
                timed.coreMicrosEach(rows));
        return Json.object()
                .put("per_s", rounded(timed.perSecond(rows)))
                .put("core_us_each", rounded(timed.coreMicrosEach(rows)));
    }

    private ObjectNode bootstrapped(BulkFiles files) {
        CommandLine command = new CommandLine(new BootstrapCommand());
        Path savepoint = directory.resolve("savepoint");
        List<String> arguments = new ArrayList<>();
        arguments.addAll(List.of(files.columns().toString(), "--savepoint", savepoint.toString()));
        options.forEach((name, value) -> arguments.addAll(List.of("--set", name + "=" + value)));
        long core = Measures.coreNanos();
        long start = System.nanoTime();
        int code = command.execute(arguments.toArray(String[]::new));
        double seconds = (System.nanoTime() - start) / 1e9;
        double coreMicros = (Measures.coreNanos() - core) / 1e3 / rows;
        if (code != 0) {
            throw new IllegalStateException("the bootstrap ended with " + code);
        }
        Progress.say(
                "%d records bootstrapped: %.0f/s, %.0f us of a core each",
                rows, rows / seconds, coreMicros);
        return Json.object()
                .put("per_s", rounded(rows / seconds))
                .put("core_us_each", rounded(coreMicros))
                .put("savepoint_bytes", Measures.bytesUnder(savepoint));
    }
}
