package dev.alluvium.cli.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.json.InvalidInputException;
import dev.alluvium.state.json.Json;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Writes a memory out as lines that a backfill reads back. */
@Command(
        name = "export",
        description = "Writes a memory out as JSON lines, which backfill reads back.")
public final class ExportCommand implements Callable<Integer> {

    private static final int BUFFER_BYTES = 64 * 1024;

    /** Longest last line that may be the server's word that the stream broke off. */
    private static final int TAIL_BYTES = 16 * 1024;

    @Mixin private MemoryArguments arguments;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Where to; default: standard output.")
    private Path file;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "ndjson",
            description = {
                "ndjson (default): records, turns and the graph;",
                "graph-jsonl: the graph with its times, for any memory;",
                "mcp-memory: what holds of the graph, as the MCP memory server keeps it."
            })
    private ExportFormat format;

    @Option(
            names = "--as-of",
            paramLabel = "TIME",
            description =
                    "Only what was true at this time, or now; default: all, but now for mcp-memory.")
    private String asOf;

    @Option(
            names = "--known-at",
            paramLabel = "TIME",
            description = "What the memory knew at this time; default: what it knows now.")
    private String knownAt;

    @Option(names = "--vectors", description = "With the vectors of records and facts.")
    private boolean vectors;

    @Option(names = "--include-private", description = "With private records of every source.")
    private boolean includePrivate;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        if (format == ExportFormat.MCP_MEMORY && vectors) {
            throw new ParameterException(
                    spec.commandLine(), "--format mcp-memory has no vectors; leave out --vectors");
        }
        try (InputStream in = arguments.client().stream(arguments.path(path()))) {
            if (file == null) {
                OutputStream out = new BufferedOutputStream(System.out);
                write(in, out);
                out.flush();
            } else {
                try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
                    write(in, out);
                }
            }
        }
        return 0;
    }

    private String path() {
        return "/export?include_private="
                + includePrivate
                + format.kinds()
                + (vectors ? "&vector=true" : "")
                + MomentArguments.parameter("as_of", asOf == null ? format.asOf() : asOf)
                + MomentArguments.parameter("known_at", knownAt);
    }

    private void write(InputStream in, OutputStream out) throws IOException {
        switch (format) {
            case NDJSON -> copy(in, out);
            case GRAPH_JSONL -> GraphFile.writeLines(in, out);
            case MCP_MEMORY -> GraphFile.writeMcpMemory(in, out);
            default -> throw new IllegalStateException("no writer of " + format);
        }
    }

    /** Copies all; the last line is the server's problem where it could not send the rest. */
    private static void copy(InputStream in, OutputStream out) throws IOException {
        Tail tail = new Tail();
        byte[] buffer = new byte[BUFFER_BYTES];
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            out.write(buffer, 0, read);
            tail.add(buffer, read);
        }
        tail.check();
    }

    /** The end of what has been copied. */
    private static final class Tail {

        private byte[] kept = {};

        void add(byte[] bytes, int length) {
            String before = new String(kept, StandardCharsets.ISO_8859_1);
            String all = before + new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
            kept =
                    all.substring(Math.max(0, all.length() - TAIL_BYTES))
                            .getBytes(StandardCharsets.ISO_8859_1);
        }

        void check() throws IOException {
            String text = new String(kept, StandardCharsets.UTF_8).stripTrailing();
            String last = text.substring(text.lastIndexOf('\n') + 1);
            if (!last.startsWith("{\"problem\"")) {
                return;
            }
            try {
                throw ExportedRows.brokenOff(
                        (ObjectNode) Json.parse(last.getBytes(StandardCharsets.UTF_8)));
            } catch (InvalidInputException e) {
                throw new IOException("the export is not whole, the server broke off: " + last, e);
            }
        }
    }
}
