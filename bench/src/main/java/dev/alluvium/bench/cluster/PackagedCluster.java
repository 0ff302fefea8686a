package dev.alluvium.bench.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.bench.system.Progress;
import dev.alluvium.state.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A cluster of processes as {@code alluvium cluster up} starts it, on ports that are free; stopped
 * when this is closed or the program ends.
 */
public final class PackagedCluster implements AutoCloseable {

    private final Path data;
    private final Thread hook = new Thread(this::downQuietly, "cluster-down");
    private List<ClusterProcess> processes = List.of();

    private PackagedCluster(Path data) {
        this.data = data;
    }

    /**
     * Starts one and waits until it serves.
     *
     * @param more arguments of {@code cluster up}
     */
    public static PackagedCluster up(Path data, List<String> more)
            throws IOException, InterruptedException {
        PackagedCluster cluster = new PackagedCluster(data);
        Runtime.getRuntime().addShutdownHook(cluster.hook);
        List<String> arguments = new ArrayList<>();
        arguments.addAll(List.of("cluster", "up", "--data", data.toString(), "--port", "0"));
        arguments.addAll(more);
        try {
            Progress.say("%s", Launcher.run(arguments.toArray(String[]::new)).strip());
            cluster.processes = cluster.status();
            return cluster;
        } catch (IOException | InterruptedException | RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    public List<ClusterProcess> processes() {
        return processes;
    }

    /** Where the query-apis answer. */
    public List<String> apis() {
        return processes.stream()
                .filter(ClusterProcess::isQueryApi)
                .map(ClusterProcess::address)
                .toList();
    }

    /** Where a process that there is one of answers. */
    public String address(String name) {
        return processes.stream()
                .filter(process -> process.name().equals(name))
                .findFirst()
                .orElseThrow()
                .address();
    }

    /** The file that holds the secret of this cluster. */
    public Path secret() {
        return data.resolve("cluster/secret");
    }

    /** Starts what has died, in its old place. */
    public void revive() throws IOException, InterruptedException {
        Launcher.run("cluster", "up", "--data", data.toString());
        processes = status();
    }

    private List<ClusterProcess> status() throws IOException, InterruptedException {
        String json = Launcher.run("cluster", "status", "--json", "--data", data.toString());
        List<ClusterProcess> all = new ArrayList<>();
        for (JsonNode process :
                Json.parse(json.getBytes(StandardCharsets.UTF_8)).path("processes")) {
            all.add(
                    new ClusterProcess(
                            process.path("name").asText(),
                            process.path("pid").asLong(),
                            process.path("address").asText()));
        }
        return List.copyOf(all);
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The program is ending, and the hook does it.
            return;
        }
        downQuietly();
    }

    private void downQuietly() {
        try {
            Launcher.run("cluster", "down", "--data", data.toString());
        } catch (IOException | RuntimeException e) {
            Progress.say("the cluster was not stopped in order: %s", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
