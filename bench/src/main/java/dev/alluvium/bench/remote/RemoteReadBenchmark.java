package dev.alluvium.bench.remote;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.bench.cluster.ClusterState;
import dev.alluvium.bench.cluster.PackagedCluster;
import dev.alluvium.bench.cluster.PackagedServer;
import dev.alluvium.bench.remote.Read.Side;
import dev.alluvium.bench.system.Client;
import dev.alluvium.bench.system.GraphMemory;
import dev.alluvium.bench.system.Measures;
import dev.alluvium.bench.system.Percentiles;
import dev.alluvium.bench.system.Progress;
import dev.alluvium.bench.system.Records;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.query.ReadHeader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.flink.util.FileUtils;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The command {@code bench/run remote-reads}: the same data in a system of one process and in a
 * cluster of processes, asked the same in turn.
 */
@Command(name = "bench/run remote-reads", mixinStandardHelpOptions = true)
public final class RemoteReadBenchmark implements Callable<Integer> {

    private static final long SEED = 1;
    private static final int ENTITIES = 1_000;

    @Option(
            names = "--records",
            paramLabel = "N,N,…",
            split = ",",
            description = "Sizes of the memories that are read.")
    private List<Integer> sizes = List.of(10_000, 100_000);

    @Option(names = "--rounds", paramLabel = "N", description = "Rounds of each kind of read.")
    private int rounds = 5;

    @Option(
            names = "--warm-up",
            paramLabel = "N",
            description =
                    "Pairs of each kind asked before any is measured, so that all processes run compiled code.")
    private int warmUp = 1000;

    @Option(names = "--pairs", paramLabel = "N", description = "Pairs of reads in a round.")
    private int pairs = 200;

    private final Duration deadline = Duration.ofSeconds(10);

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new RemoteReadBenchmark()).execute(arguments));
    }

    @Override
    public Integer call() throws Exception {
        Path place = Files.createTempDirectory("alluvium-remote");
        try (PackagedServer server =
                        PackagedServer.serve(place.resolve("one"), "--set", "embedder=none");
                PackagedCluster cluster =
                        PackagedCluster.up(
                                place.resolve("cluster"),
                                List.of("--heap", "1g", "--set", "embedder=none"))) {
            Side direct = new Side(new Client(server.port()), new HashMap<>());
            int api = URI.create(cluster.apis().get(0)).getPort();
            Side remote = new Side(new Client(api), new HashMap<>());
            ObjectNode json = Json.object();
            json.set("machine", Measures.machine());
            json.put("rounds", rounds).put("pairs", pairs).put("warm_up", warmUp);
            fill(direct);
            fill(remote);
            json.set("floor", floor(cluster));
            json.set("reads", reads(direct, remote));
            System.out.println(json);
            return 0;
        } finally {
            FileUtils.deleteFileOrDirectory(place.toFile());
        }
    }

    private static String user(int size) {
        return "records-" + size;
    }

    private void fill(Side side) throws IOException, InterruptedException {
        for (int size : sizes) {
            Records records = new Records(user(size), SEED + size);
            Iterator<byte[]> lines = Stream.generate(records::line).limit(size).iterator();
            side.client().importAll(lines, size);
            side.learn(user(size));
        }
        graph().fill(side.client());
        Progress.say("filled");
    }

    private static GraphMemory graph() {
        return GraphMemory.of("graph", SEED, ENTITIES, ENTITIES);
    }

    /** A read of one memory. */
    private record Kind(Read read, String user) {

        double millis(Side side, int n) throws Exception {
            return read.send(side, user, n).millis();
        }

        @Override
        public String toString() {
            return read.name().toLowerCase(Locale.ROOT) + " of " + user;
        }
    }

    private List<Kind> kinds() {
        List<Kind> kinds = new ArrayList<>();
        for (int size : sizes) {
            for (Read read : Read.values()) {
                if (read != Read.PROFILE) {
                    kinds.add(new Kind(read, user(size)));
                }
            }
        }
        kinds.add(new Kind(Read.PROFILE, graph().user()));
        return kinds;
    }

    private ArrayNode reads(Side direct, Side remote) throws Exception {
        for (Kind kind : kinds()) {
            Comparison.warmUp(warmUp, n -> kind.millis(direct, n), n -> kind.millis(remote, n));
        }
        Progress.say("warm");
        ArrayNode json = Json.MAPPER.createArrayNode();
        Comparison comparison = new Comparison(rounds, pairs);
        for (Kind kind : kinds()) {
            json.add(
                    comparison.of(
                            kind.toString(),
                            n -> kind.millis(direct, n),
                            n -> kind.millis(remote, n)));
        }
        return json;
    }

    /** A request over loopback that asks nothing, and a question to a state server alone. */
    private ObjectNode floor(PackagedCluster cluster) throws Exception {
        MemoryId memory = new MemoryId("bench", user(sizes.get(0)));
        try (Noop noop = new Noop();
                ClusterState state = new ClusterState(cluster)) {
            Client client = new Client(noop.port());
            Percentiles bare = new Percentiles();
            Percentiles hop = new Percentiles();
            for (int n = -warmUp; n < rounds * pairs; n++) {
                double nothing = client.get("nobody", "/nothing").millis();
                long start = System.nanoTime();
                state.client().askWaiting(memory, new ReadHeader(), null, deadline).get();
                double question = (System.nanoTime() - start) / 1e6;
                if (n >= 0) {
                    bare.add(nothing);
                    hop.add(question);
                }
            }
            Progress.say("loopback request %s; header from a state server %s", bare, hop);
            ObjectNode json = Json.object();
            json.set("loopback_noop", bare.toJson());
            json.set("state_server_header", hop.toJson());
            return json;
        }
    }
}
