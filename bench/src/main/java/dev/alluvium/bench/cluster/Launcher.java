package dev.alluvium.bench.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs the {@code alluvium} command of this checkout, which builds what is stale. */
final class Launcher {

    /** Set by {@code bench/run}. */
    private static final String ROOT = "alluvium.bench.root";

    private Launcher() {}

    /** Starts a command; what it complains of is shown. */
    static Process start(String... arguments) throws IOException {
        return builder(arguments).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }

    /** Starts a command that tells of itself on either stream. */
    static Process startTelling(String... arguments) throws IOException {
        return builder(arguments).redirectErrorStream(true).start();
    }

    private static ProcessBuilder builder(String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(
                Path.of(System.getProperty(ROOT, ""))
                        .toAbsolutePath()
                        .resolve("alluvium")
                        .toString());
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().keySet().removeIf(name -> name.startsWith("ALLUVIUM_"));
        return builder;
    }

    /**
     * Runs a command to its end and gives what it printed.
     *
     * @throws IllegalStateException if it exits with anything but 0
     */
    static String run(String... arguments) throws IOException, InterruptedException {
        Process process = start(arguments);
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int code = process.waitFor();
        if (code != 0) {
            throw new IllegalStateException(
                    "alluvium %s ended with code %d:%n%s"
                            .formatted(String.join(" ", arguments), code, output));
        }
        return output;
    }
}
