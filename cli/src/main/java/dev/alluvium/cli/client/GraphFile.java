package dev.alluvium.cli.client;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Writes the graph's rows of an export in the formats that hold a graph alone. */
final class GraphFile {

    /** Writes what JavaScript's JSON.stringify does, to the letter. */
    private static final JsonMapper STRINGIFY =
            JsonMapper.builder(
                            JsonFactory.builder()
                                    .disable(JsonWriteFeature.WRITE_HEX_UPPER_CASE)
                                    .build())
                    .build();

    private GraphFile() {}

    /** One statement a line, naming no memory, so that any can take it. */
    static void writeLines(InputStream rows, OutputStream out) throws IOException {
        ExportedRows.read(
                rows,
                row -> {
                    row.remove(List.of("app", "user"));
                    out.write(bytes(row));
                    out.write('\n');
                });
    }

    /**
     * The file of the MCP memory server: entities with their observations, then relations, each in
     * the order in which they were written, and no line end behind the last. It tells neither what
     * a text is a value of nor homonyms apart: what is the same without that is written once.
     */
    static void writeMcpMemory(InputStream rows, OutputStream out) throws IOException {
        McpMemory memory = new McpMemory();
        ExportedRows.read(rows, memory::add);
        boolean first = true;
        for (ObjectNode line : memory.lines()) {
            if (!first) {
                out.write('\n');
            }
            out.write(bytes(line));
            first = false;
        }
    }

    private static byte[] bytes(ObjectNode line) throws IOException {
        return STRINGIFY.writeValueAsString(line).getBytes(StandardCharsets.UTF_8);
    }
}
