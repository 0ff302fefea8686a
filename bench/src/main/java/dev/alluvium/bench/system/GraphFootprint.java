package dev.alluvium.bench.system;

import static dev.alluvium.bench.system.Percentiles.rounded;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.bench.graph.GraphRows;
import dev.alluvium.cli.serve.LocalSystem;
import dev.alluvium.job.option.Settings;
import dev.alluvium.state.change.Change;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.text.TextAnalyzer;
import dev.alluvium.state.vector.CosineCalibration;
import dev.alluvium.state.view.ViewBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/** What a fact takes of the heap, the state and the log, in a system that holds nothing else. */
final class GraphFootprint {

    private final Path data;
    private final Settings settings;

    /**
     * @param data where the system of the settings writes
     */
    GraphFootprint(Path data, Settings settings) {
        this.data = data;
        this.settings = settings;
    }

    ObjectNode measure(GraphMemory memory) throws Exception {
        try (LocalSystem system = LocalSystem.start(settings)) {
            memory.fill(new Client(system.port()));
        }
        // A system that stops takes a last checkpoint.
        ObjectNode json =
                Json.object()
                        .put("checkpoint_bytes_per_fact", each("checkpoints", memory))
                        .put("kafka_bytes_per_fact", each("kafka", memory));
        json.set("held", memory.held());
        try (LocalSystem system = LocalSystem.start(settings)) {
            Client client = new Client(system.port());
            client.get("nobody", "/profile");
            long before = Measures.liveHeap();
            double millis = client.get(memory.user(), "/profile").millis();
            long heap = (Measures.liveHeap() - before) / memory.facts();
            json.put("first_card_ms", rounded(millis)).put("heap_bytes_per_fact", heap);
        }
        json.put("estimated_heap_bytes_per_fact", estimate(memory) / memory.facts());
        Progress.say("a fact takes, in bytes: %s", json);
        return json;
    }

    private long each(String directory, GraphMemory memory) throws IOException {
        return Measures.bytesUnder(data.resolve(directory)) / memory.facts();
    }

    /** What the view itself says that it takes, by which the budget of views is kept. */
    private static long estimate(GraphMemory memory) {
        ViewBuilder builder = new ViewBuilder(CosineCalibration.identity(), new TextAnalyzer());
        List<Change> rows = GraphRows.of(memory.world().things(), memory.ties(), Instant.EPOCH);
        rows.forEach(builder::apply);
        return builder.bytes();
    }
}
