package dev.alluvium.bench.system;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What is measured of graphs, in memories of which each phase fills those it needs. */
final class GraphPhases {

    private final Client client;
    private final Scale scale;
    private final Set<Phase> phases;
    private final Path directory;
    private final Path profile;
    private final Map<String, GraphMemory> filled = new LinkedHashMap<>();

    /**
     * @param directory for what the peers write
     * @param profile where recordings go, or null
     */
    GraphPhases(Client client, Scale scale, Set<Phase> phases, Path directory, Path profile) {
        this.client = client;
        this.scale = scale;
        this.phases = phases;
        this.directory = directory;
        this.profile = profile;
    }

    void measure(ObjectNode json) throws Exception {
        GraphReads reads = new GraphReads(client, scale);
        if (phases.contains(Phase.GRAPH_READ)) {
            json.set("graph_read", Profile.during(profile, "graph-read", () -> reads(reads)));
        }
        if (phases.contains(Phase.GRAPH_COMBINED)) {
            json.set(
                    "graph_combined_search",
                    Profile.during(profile, "graph-combined", () -> reads.combined(many())));
        }
        if (phases.contains(Phase.GRAPH_WRITE)) {
            json.set("graph_write", Profile.during(profile, "graph-write", this::writes));
            json.set("graph_rewritten_file_stand_in", rewritten());
        }
    }

    /** A graph with as many relations as entities. */
    static GraphMemory plain(Scale scale, int entities) {
        return GraphMemory.of("graph-" + entities, scale.seed() + entities, entities, entities);
    }

    /** The largest graph with many relations. */
    static GraphMemory many(Scale scale) {
        int entities = largest(scale);
        return GraphMemory.of("graph-many", scale.seed(), entities, scale.relations());
    }

    private static int largest(Scale scale) {
        return scale.entities().get(scale.entities().size() - 1);
    }

    private ArrayNode reads(GraphReads reads) throws IOException, InterruptedException {
        ArrayNode json = Json.MAPPER.createArrayNode();
        for (int entities : scale.entities()) {
            json.add(reads.measure(plain(entities)));
        }
        return json.add(reads.measure(many()));
    }

    private ObjectNode writes() throws IOException, InterruptedException {
        GraphMemory hub =
                filled(
                        GraphMemory.around(
                                "graph-hub", scale.seed(), largest(scale), scale.relations()));
        return new GraphWrites(client, scale)
                .measure(plain(scale.entities().get(0)), plain(largest(scale)), hub);
    }

    private ArrayNode rewritten() throws IOException {
        ArrayNode json = Json.MAPPER.createArrayNode();
        for (int entities : List.of(scale.entities().get(0), largest(scale))) {
            Path file = directory.resolve("graph-" + entities + ".jsonl");
            json.add(new RewrittenFile(file, plain(scale, entities)).measure(scale.appends()));
        }
        return json;
    }

    private GraphMemory plain(int entities) throws IOException, InterruptedException {
        return filled(plain(scale, entities));
    }

    private GraphMemory many() throws IOException, InterruptedException {
        return filled(many(scale));
    }

    /** Fills it, where that was not done before. */
    private GraphMemory filled(GraphMemory memory) throws IOException, InterruptedException {
        GraphMemory before = filled.putIfAbsent(memory.user(), memory);
        if (before != null) {
            return before;
        }
        memory.fill(client);
        return memory;
    }
}
