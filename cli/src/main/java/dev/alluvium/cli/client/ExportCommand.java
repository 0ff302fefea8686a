package dev.alluvium.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
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
import picocli.CommandLine.Option;

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

    @Option(names = "--vectors", description = "With the records' vectors.")
    private boolean vectors;

    @Option(names = "--include-private", description = "With private records of every source.")
    private boolean includePrivate;

    @Override
    public Integer call() throws Exception {
        String path =
                arguments.path(
                        "/export?include_private="
                                + includePrivate
                                + (vectors ? "&vector=true" : ""));
        try (InputStream in = arguments.client().stream(path)) {
            if (file == null) {
                copy(in, System.out);
                System.out.flush();
            } else {
                try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
                    copy(in, out);
                }
            }
        }
        return 0;
    }

    /** Copies all; the last line is the server's problem where it could not send the rest. */
    private static void copy(InputStream in, OutputStream out) throws IOException {
        Tail tail = new Tail();
        byte[] buffer = new byte[BUFFER_BYTES];
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            out.write(buffer, 0, read);
            tail.add(buffer, read);
        }
        String problem = tail.problem();
        if (problem != null) {
            throw new IOException("the export is not whole, the server broke off: " + problem);
        }
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

        String problem() {
            String text = new String(kept, StandardCharsets.UTF_8).stripTrailing();
            String last = text.substring(text.lastIndexOf('\n') + 1);
            if (!last.startsWith("{\"problem\"")) {
                return null;
            }
            try {
                JsonNode problem =
                        Json.parse(last.getBytes(StandardCharsets.UTF_8)).path("problem");
                return problem.path("detail").asText(problem.path("title").asText());
            } catch (InvalidInputException e) {
                return last;
            }
        }
    }
}
