package dev.alluvium.bench.capacity;

import static dev.alluvium.bench.system.Percentiles.rounded;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.bench.capacity.Rows.Kind;
import dev.alluvium.bench.capacity.Snapshots.Snapshot;
import dev.alluvium.bench.cluster.ClusterProcess;
import dev.alluvium.bench.cluster.PackagedCluster;
import dev.alluvium.bench.system.Client;
import dev.alluvium.bench.system.Measures;
import dev.alluvium.bench.system.Progress;
import dev.alluvium.state.json.Json;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Locale;

/** One run: rows are written kind after kind, then read; each step says what it took of each. */
final class Costs {

    private static final int LARGE = 10;
    private static final int LOADED = 2_000;
    private static final int REQUESTS = 1_500;
    private static final int WARM_UP = 1_500;
    private static final String SMALL = "small-";

    private final PackagedCluster cluster;
    private final Path place;
    private final int memories;
    private final int rows;
    private final Client client;
    private final Snapshots snapshots;
    private final Rows generator = new Rows(1);
    private Snapshot before;
    private int savepoints;

    Costs(PackagedCluster cluster, Path place, int memories, int rows) {
        this.cluster = cluster;
        this.place = place;
        this.memories = memories;
        this.rows = rows;
        client = new Client(URI.create(cluster.apis().get(0)).getPort());
        snapshots = new Snapshots(cluster.address("jobmanager"));
    }

    ObjectNode measure() throws Exception {
        ObjectNode json = Json.object();
        before = savepoint();
        json.put("recovery_s_empty", recovery("nobody"));
        ArrayNode written = json.putArray("written");
        try (Heaps heaps = new Heaps(cluster.processes())) {
            written.add(write(heaps, Kind.RECORD, SMALL, memories, memories));
            written.add(write(heaps, Kind.RECORD, "records-", LARGE, rows));
            written.add(write(heaps, Kind.TURN, "turns-", LARGE, 2 * rows));
            written.add(write(heaps, Kind.OBSERVATION, "facts-", LARGE, rows));
            json.set("loaded", loaded(heaps));
        }
        json.set("requests", requests());
        json.put("recovery_s_full", recovery("records-0"));
        json.put("state_bytes_full", before.bytes());
        return json;
    }

    private Snapshot savepoint() throws IOException, InterruptedException {
        return snapshots.savepoint(place.resolve("savepoint-" + savepoints++));
    }

    private ObjectNode write(Heaps heaps, Kind kind, String prefix, int into, int count)
            throws IOException, InterruptedException {
        long heap = heaps.live();
        long log = Measures.bytesUnder(place.resolve("data/kafka"));
        CoreTimes cores = new CoreTimes(cluster.processes());
        double seconds =
                client.importAll(generator.lines(kind, prefix, into, count), count).millis() / 1e3;
        ObjectNode core = cores.each(count);
        Snapshot checkpoint = snapshots.checkpoint();
        Snapshot savepoint = savepoint();
        ObjectNode json =
                Json.object()
                        .put("rows", kind.name().toLowerCase(Locale.ROOT))
                        .put("count", count)
                        .put("memories", into)
                        .put("per_s", rounded(count / seconds))
                        .put("state_bytes_each", (savepoint.bytes() - before.bytes()) / count)
                        .put(
                                "log_bytes_each",
                                (Measures.bytesUnder(place.resolve("data/kafka")) - log) / count)
                        .put("heap_bytes_each_unread", (heaps.live() - heap) / count);
        json.set("core", core);
        json.set("checkpoint", text(checkpoint));
        json.set("savepoint", text(savepoint));
        before = savepoint;
        Progress.say("%s", json);
        return json;
    }

    private static ObjectNode text(Snapshot snapshot) {
        return Json.object()
                .put("bytes", snapshot.bytes())
                .put("written_bytes", snapshot.writtenBytes())
                .put("ms", snapshot.millis());
    }

    /** What views take of the heap, and how long the first read waits for one. */
    private ObjectNode loaded(Heaps heaps) throws IOException, InterruptedException {
        ObjectNode json = Json.object();
        long heap = heaps.live();
        double millis = 0;
        int small = Math.min(LOADED, memories);
        for (int i = 0; i < small; i++) {
            millis += client.get(SMALL + i, "/records").millis();
        }
        json.set("memory_of_one_record", load(heaps.live() - heap, millis, small));
        json.set("record", loadAll(heaps, "records-", "/records", rows));
        json.set("turn", loadAll(heaps, "turns-", "/turns", 2 * rows));
        json.set("fact", loadAll(heaps, "facts-", "/profile", rows));
        Progress.say("loaded: %s", json);
        return json;
    }

    private ObjectNode loadAll(Heaps heaps, String prefix, String path, int count)
            throws IOException, InterruptedException {
        long heap = heaps.live();
        double millis = 0;
        for (int i = 0; i < LARGE; i++) {
            millis += client.get(prefix + i, path).millis();
        }
        return load(heaps.live() - heap, millis, count);
    }

    private static ObjectNode load(long bytes, double millis, int count) {
        return Json.object()
                .put("heap_bytes_each", bytes / count)
                .put("load_us_each", rounded(millis * 1_000 / count));
    }

    private interface Request {
        void send(int number) throws IOException, InterruptedException;
    }

    private ObjectNode requests() throws IOException, InterruptedException {
        ObjectNode json = Json.object();
        String user = "records-0";
        JsonNode some = client.get(user, "/records?limit=500").body().path("records");
        json.set(
                "write_record",
                cost(n -> client.post("records-" + n % LARGE, "/records", oneRecord())));
        json.set(
                "read_by_id",
                cost(
                        n ->
                                client.get(
                                        user,
                                        "/records/"
                                                + some.get(n % some.size()).path("id").asText())));
        json.set("list_50", cost(n -> client.get(user, "/records?limit=50")));
        json.set(
                "recall_words",
                cost(
                        n ->
                                client.post(
                                        user,
                                        "/recall",
                                        recall().put("query", generator.words())
                                                .put("mode", "lexical"))));
        json.set("recall_vector", cost(n -> client.post(user, "/recall", withVector(recall()))));
        json.set("profile", cost(n -> client.get("facts-0", "/profile")));
        json.put("records_recalled_from", rows / LARGE);
        Progress.say("requests: %s", json);
        return json;
    }

    private ObjectNode oneRecord() {
        ObjectNode body = Json.object();
        body.putArray("records").add(generator.record());
        return body;
    }

    private static ObjectNode recall() {
        return Json.object().put("limit", 10).put("read_only", true);
    }

    private ObjectNode withVector(ObjectNode body) {
        generator.putVector(body);
        return body;
    }

    private ObjectNode cost(Request request) throws IOException, InterruptedException {
        for (int n = 0; n < WARM_UP; n++) {
            request.send(n);
        }
        CoreTimes cores = new CoreTimes(cluster.processes());
        for (int n = 0; n < REQUESTS; n++) {
            request.send(n);
        }
        return cores.each(REQUESTS);
    }

    /** Kills a TaskManager and starts it anew; until all memories answer again, in seconds. */
    private double recovery(String user) throws IOException, InterruptedException {
        ClusterProcess killed =
                cluster.processes().stream()
                        .filter(ClusterProcess::isTaskManager)
                        .findFirst()
                        .orElseThrow();
        long start = System.nanoTime();
        ProcessHandle.of(killed.pid()).orElseThrow().destroyForcibly();
        cluster.revive();
        for (int i = 0; i < LARGE; i++) {
            client.get(user.replace("-0", "-" + i), "/options");
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        Progress.say("recovered after %.1f s", seconds);
        return rounded(seconds);
    }
}
