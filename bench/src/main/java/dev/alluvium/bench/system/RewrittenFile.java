package dev.alluvium.bench.system;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.bench.graph.World.Saying;
import dev.alluvium.bench.graph.World.Thing;
import dev.alluvium.bench.graph.World.Tie;
import dev.alluvium.state.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A stand-in for the MCP memory server, which keeps a graph as a file of JSON lines: for each fact
 * it reads the file, adds the fact, and writes the file. This does the same, without that server's
 * process, transport and runtime.
 */
final class RewrittenFile {

    private static final int WARM_UP = 20;
    private static final int MAX_REWRITES = 100;

    private final Path file;
    private final GraphMemory memory;

    RewrittenFile(Path file, GraphMemory memory) throws IOException {
        this.file = file;
        this.memory = memory;
        List<ObjectNode> lines = new ArrayList<>();
        memory.world().things().forEach(thing -> lines.add(line(thing)));
        memory.ties().forEach(tie -> lines.add(line(tie)));
        write(lines);
    }

    /** Adds facts one by one. */
    ObjectNode measure(int facts) throws IOException {
        Percentiles millis = new Percentiles();
        for (int i = -WARM_UP; i < Math.min(facts, MAX_REWRITES); i++) {
            String name = memory.world().anyThing().name();
            Saying saying = memory.world().saying();
            long start = System.nanoTime();
            add(name, saying.content());
            if (i >= 0) {
                millis.add((System.nanoTime() - start) / 1e6);
            }
        }
        Progress.say("a file of %s, rewritten for each fact: %s", memory.user(), millis);
        ObjectNode json = millis.toJson();
        json.set("held", memory.held());
        return json.put("file_bytes", Files.size(file));
    }

    private void add(String name, String content) throws IOException {
        List<ObjectNode> lines = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            lines.add((ObjectNode) Json.MAPPER.readTree(line));
        }
        for (ObjectNode line : lines) {
            if (line.path("name").asText().equals(name)) {
                line.withArray("observations").add(content);
            }
        }
        write(lines);
    }

    private void write(List<ObjectNode> lines) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        lines.forEach(line -> bytes.writeBytes(Lines.ended(line)));
        Files.write(file, bytes.toByteArray());
    }

    private static ObjectNode line(Thing thing) {
        ObjectNode line =
                Json.object()
                        .put("type", "entity")
                        .put("name", thing.name())
                        .put("entityType", thing.type());
        thing.sayings().forEach(saying -> line.withArray("observations").add(saying.content()));
        return line;
    }

    private static ObjectNode line(Tie tie) {
        return Json.object()
                .put("type", "relation")
                .put("from", tie.source())
                .put("to", tie.target())
                .put("relationType", tie.type());
    }
}
