package dev.alluvium.bench.capacity;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.bench.cluster.PackagedCluster;
import dev.alluvium.bench.system.Measures;
import dev.alluvium.state.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.flink.util.FileUtils;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code bench/run costs}: what memories, rows and requests cost a cluster. */
@Command(name = "bench/run costs", mixinStandardHelpOptions = true)
public final class CostBenchmark implements Callable<Integer> {

    @Option(names = "--memories", paramLabel = "N", description = "Memories of one record each.")
    private int memories = 20_000;

    @Option(
            names = "--rows",
            paramLabel = "N",
            description = "Records, in ten memories; as many facts, twice as many turns.")
    private int rows = 50_000;

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new CostBenchmark()).execute(arguments));
    }

    @Override
    public Integer call() throws Exception {
        Path place = Files.createTempDirectory("alluvium-costs");
        try (PackagedCluster cluster =
                PackagedCluster.up(
                        place.resolve("data"),
                        List.of(
                                "--taskmanagers",
                                "2",
                                "--query-apis",
                                "1",
                                "--heap",
                                "1g",
                                "--set",
                                "embedder=none"))) {
            ObjectNode json = Json.object();
            json.set("machine", Measures.machine());
            json.put("memories", memories).put("rows", rows);
            json.setAll(new Costs(cluster, place, memories, rows).measure());
            System.out.println(json);
            return 0;
        } finally {
            FileUtils.deleteFileOrDirectory(place.toFile());
        }
    }
}
