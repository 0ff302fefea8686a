package dev.alluvium.bench.system;

import static dev.alluvium.bench.system.Percentiles.rounded;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.cli.serve.LocalSystem;
import dev.alluvium.job.option.AlluviumOptions;
import dev.alluvium.job.option.Settings;
import dev.alluvium.state.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** One run: a system in this JVM, phase after phase, on one data directory. */
final class Run {

    private final Scale scale;
    private final Set<Phase> phases;
    private final Path directory;
    private final Path profile;
    private final Map<String, String> options;
    private final Settings settings;

    /**
     * @param directory of everything that is written
     * @param profile where recordings of the rates go, or null
     * @param options of the system, by name
     */
    Run(Scale scale, Set<Phase> phases, Path directory, Path profile, Map<String, String> options) {
        this.scale = scale;
        this.phases = phases;
        this.directory = directory;
        this.profile = profile;
        this.options = options;
        settings = settings(data());
    }

    private Settings settings(Path where) {
        Map<String, String> all = new LinkedHashMap<>(options);
        all.put(AlluviumOptions.DATA.key(), where.toString());
        all.put(AlluviumOptions.PORT.key(), "0");
        return Settings.of(null, Map.of(), all);
    }

    private Path data() {
        return directory.resolve("data");
    }

    /** The figures of all phases wanted. */
    ObjectNode all() throws Exception {
        ObjectNode json = Json.object();
        String largest = RecordRate.memory(scale.held().get(scale.held().size() - 1));
        try (LocalSystem system = LocalSystem.start(settings)) {
            Client client = new Client(system.port());
            if (phases.contains(Phase.TURNS)) {
                json.set("turns", turns(system, client));
            }
            if (phases.contains(Phase.RECORDS)) {
                json.set("records", records(client));
            }
            if (phases.contains(Phase.APPEND)) {
                String smallest = RecordRate.memory(scale.held().get(0));
                json.set("append_to_visible", new WriteLatency(client, scale).measure(smallest));
            }
            RecallLatency recall = new RecallLatency(client, scale);
            if (phases.contains(Phase.RECALL)) {
                json.set("recall", Profile.during(profile, "recall", () -> recalls(recall)));
            }
            if (phases.contains(Phase.BACKFILL)) {
                json.set(
                        "recall_during_backfill",
                        Profile.during(profile, "backfill", () -> recall.duringBackfill(largest)));
            }
            if (phases.contains(Phase.GRAPH_RATE)) {
                json.set("graph_rate", graphRate(system, client));
            }
            new GraphPhases(client, scale, phases, directory, profile).measure(json);
            json.set("disk", disk());
        }
        if (phases.contains(Phase.GRAPH_FOOTPRINT)) {
            Path own = directory.resolve("footprint");
            json.set(
                    "graph_footprint",
                    new GraphFootprint(own, settings(own)).measure(GraphPhases.many(scale)));
        }
        if (phases.contains(Phase.RESTART)) {
            json.set("restart", restart(largest));
        }
        if (phases.contains(Phase.EMBEDDING)) {
            json.set("embedding", new EmbeddingRate(scale).measure());
        }
        return json;
    }

    /** A million turns in one import: the rate, and that memory stays bounded. */
    ObjectNode million(long turns) throws Exception {
        AtomicLong heap = Measures.watchHeap();
        try (LocalSystem system = LocalSystem.start(settings)) {
            Client client = new Client(system.port());
            TurnLines lines = new TurnLines("million", 8, turns, scale.seed());
            double rate =
                    Profile.during(profile, "million", () -> client.importAll(lines, turns))
                            .perSecond(turns);
            Progress.say("%d turns: %.0f/s", turns, rate);
            return Json.object()
                    .put("turns", turns)
                    .put("per_s", rounded(rate))
                    .put("peak_heap_after_gc_mib", heap.get() >> 20)
                    .put("peak_resident_mib", Measures.peakResidentKib() >> 10)
                    .set("disk", disk());
        }
    }

    private ArrayNode turns(LocalSystem system, Client client) throws Exception {
        ArrayNode json = Json.MAPPER.createArrayNode();
        try (NoopPipeline noop = noop(system)) {
            TurnRate rate = new TurnRate(client, new Client(noop.port()), scale);
            rate.warmUp();
            json.add(Profile.during(profile, "turns", () -> rate.measure(8)));
            json.add(rate.measure(1));
        }
        return json;
    }

    private ObjectNode graphRate(LocalSystem system, Client client) throws Exception {
        try (NoopPipeline noop = noop(system)) {
            GraphRate rate = new GraphRate(client, new Client(noop.port()), scale);
            return Profile.during(profile, "graph-rate", rate::measure);
        }
    }

    /** One at a time: both that a run may need write to the same place. */
    private NoopPipeline noop(LocalSystem system) throws InterruptedException {
        return new NoopPipeline(
                system.bootstrapServers(),
                directory.resolve("noop"),
                settings.get(AlluviumOptions.PARTITIONS),
                settings.get(AlluviumOptions.PARALLELISM));
    }

    private ArrayNode records(Client client) throws Exception {
        ArrayNode json = Json.MAPPER.createArrayNode();
        RecordRate rate = new RecordRate(client, scale);
        for (int held : scale.held()) {
            json.add(Profile.during(profile, "records-" + held, () -> rate.measure(held)));
        }
        return json;
    }

    private ArrayNode recalls(RecallLatency recall) throws IOException, InterruptedException {
        ArrayNode json = Json.MAPPER.createArrayNode();
        for (int held : scale.held()) {
            String memory = RecordRate.memory(held);
            ObjectNode figures = recall.measure(memory);
            figures.put("held", held);
            json.add(figures);
        }
        return json;
    }

    private ObjectNode restart(String largest) throws Exception {
        long start = System.nanoTime();
        try (LocalSystem system = LocalSystem.start(settings)) {
            double ready = (System.nanoTime() - start) / 1e9;
            RecallLatency recall = new RecallLatency(new Client(system.port()), scale);
            recall.first("nobody");
            long before = Measures.liveHeap();
            double first = recall.first(largest);
            long perRecord =
                    (Measures.liveHeap() - before) / scale.held().get(scale.held().size() - 1);
            Progress.say(
                    "restart: ready after %.1f s, first recall %.0f ms, %d bytes of heap a record",
                    ready, first, perRecord);
            return Json.object()
                    .put("ready_s", rounded(ready))
                    .put("first_recall_ms", rounded(first))
                    .put("view_heap_bytes_per_record", perRecord);
        }
    }

    private ObjectNode disk() {
        return Json.object()
                .put("kafka_bytes", Measures.bytesUnder(data().resolve("kafka")))
                .put("checkpoint_bytes", Measures.bytesUnder(data().resolve("checkpoints")))
                .put("rocksdb_bytes", Measures.bytesUnder(data().resolve("rocksdb")));
    }
}
