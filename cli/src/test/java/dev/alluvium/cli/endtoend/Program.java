package dev.alluvium.cli.endtoend;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The packaged {@code alluvium} command as a user runs it: a process, and what it prints. */
final class Program implements AutoCloseable {

    private static final Pattern READY = Pattern.compile("ready after .* http://[^:]+:(\\d+)");
    private static final Pattern LOG = Pattern.compile("log (\\S+:\\d+) \\(");
    private static final Duration START_TIMEOUT = Duration.ofSeconds(120);

    private final Process process;
    private final List<String> lines = new ArrayList<>();
    private final CompletableFuture<Integer> port = new CompletableFuture<>();
    private final CompletableFuture<String> broker = new CompletableFuture<>();
    private final Thread reader;

    private Program(Process process) {
        this.process = process;
        reader = new Thread(this::read, "output-of-alluvium");
        reader.setDaemon(true);
        reader.start();
    }

    /** Starts the command; its output is both streams. */
    static Program start(String... arguments) throws IOException {
        return start(Map.of(), arguments);
    }

    private static Program start(Map<String, String> environment, String... arguments)
            throws IOException {
        Path root = Path.of("").toAbsolutePath().getParent();
        Path whole = root.resolve("cli/target/dist/jvm.options");
        if (!Files.exists(whole)) {
            throw new IllegalStateException(
                    "there is no " + whole + "; run mvn -pl cli -am package");
        }
        List<String> command = new ArrayList<>();
        command.add(root.resolve("alluvium").toString());
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("ALLUVIUM_HEAP", "1g");
        builder.environment().remove("ALLUVIUM_URL");
        builder.environment().putAll(environment);
        return new Program(builder.start());
    }

    /** Starts a server and waits until it is ready. */
    static Program serve(Path data, int port, String... more) throws Exception {
        return serve(Map.of(), data, port, more);
    }

    /** Starts a server with more in its environment and waits until it is ready. */
    static Program serve(Map<String, String> environment, Path data, int port, String... more)
            throws Exception {
        List<String> arguments = new ArrayList<>();
        arguments.addAll(List.of("serve", "--data", data.toString()));
        arguments.addAll(List.of("--port", Integer.toString(port)));
        arguments.addAll(List.of(more));
        Program server = start(environment, arguments.toArray(String[]::new));
        try {
            server.port();
            return server;
        } catch (Exception e) {
            server.close();
            throw e;
        }
    }

    /** Runs a command to its end. */
    static Program run(Duration limit, String... arguments) throws Exception {
        return run(limit, Map.of(), arguments);
    }

    /** Runs a command to its end, with more in its environment. */
    static Program run(Duration limit, Map<String, String> environment, String... arguments)
            throws Exception {
        Program program = start(environment, arguments);
        program.await(limit);
        return program;
    }

    /** Where the server listens, once it is ready. */
    int port() throws Exception {
        try {
            return port.get(START_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException | ExecutionException e) {
            throw new IllegalStateException("the server did not get ready:\n" + output(), e);
        }
    }

    String url() throws Exception {
        return "http://127.0.0.1:" + port();
    }

    String bootstrapServers() throws Exception {
        return broker.get(START_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Kills it as {@code kill -9} does. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Asks it to end, as {@code kill} and Ctrl-C do. */
    void terminate() {
        // Process.destroy() would also close the streams and lose what is said while stopping.
        process.toHandle().destroy();
    }

    /** The exit code, once it has ended. */
    int await(Duration limit) throws InterruptedException {
        if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
            process.destroyForcibly();
            throw new IllegalStateException("still running after " + limit + ":\n" + output());
        }
        reader.join();
        return process.exitValue();
    }

    String output() {
        synchronized (lines) {
            return String.join("\n", lines);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    private void read() {
        try (BufferedReader out =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                synchronized (lines) {
                    lines.add(line);
                }
                Matcher ready = READY.matcher(line);
                if (ready.find()) {
                    port.complete(Integer.valueOf(ready.group(1)));
                }
                Matcher log = LOG.matcher(line);
                if (log.find()) {
                    broker.complete(log.group(1));
                }
            }
            port.completeExceptionally(new IOException("the process has ended"));
        } catch (IOException e) {
            port.completeExceptionally(new UncheckedIOException(e));
        }
    }
}
