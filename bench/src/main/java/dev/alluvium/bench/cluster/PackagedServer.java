package dev.alluvium.bench.cluster;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code alluvium serve} as a process of its own, on a free port; ended when this is closed. */
public final class PackagedServer implements AutoCloseable {

    private static final Pattern READY = Pattern.compile("ready after .* http://[^:]+:(\\d+)");

    private final Process process;
    private final int port;

    private PackagedServer(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    public static PackagedServer serve(Path data, String... more) throws IOException {
        String[] arguments = new String[more.length + 5];
        arguments[0] = "serve";
        arguments[1] = "--data";
        arguments[2] = data.toString();
        arguments[3] = "--port";
        arguments[4] = "0";
        System.arraycopy(more, 0, arguments, 5, more.length);
        Process process = Launcher.startTelling(arguments);
        BufferedReader out =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        StringBuilder said = new StringBuilder();
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            said.append(line).append('\n');
            Matcher ready = READY.matcher(line);
            if (ready.find()) {
                drain(out);
                return new PackagedServer(process, Integer.parseInt(ready.group(1)));
            }
        }
        throw new IllegalStateException("the server did not get ready:\n" + said);
    }

    /** What nobody reads would stop who prints it. */
    private static void drain(BufferedReader out) {
        Thread thread = new Thread(() -> out.lines().forEach(line -> {}), "output-of-server");
        thread.setDaemon(true);
        thread.start();
    }

    public int port() {
        return port;
    }

    public long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        process.toHandle().destroy();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
