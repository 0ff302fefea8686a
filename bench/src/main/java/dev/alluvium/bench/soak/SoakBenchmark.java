package dev.alluvium.bench.soak;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.bench.system.Measures;
import dev.alluvium.state.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.apache.flink.util.FileUtils;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code bench/run soak}: progress on standard error, one JSON object at the end. */
@Command(
        name = "bench/run soak",
        mixinStandardHelpOptions = true,
        description =
                "Loads a cluster of processes for long; exit code 1 if anything did not hold that must.")
public final class SoakBenchmark implements Callable<Integer> {

    @Option(names = "--minutes", paramLabel = "N", description = "Length of the load; default: 30.")
    private double minutes = 30;

    @Option(names = "--rate", paramLabel = "N", description = "Steps a second; default: 40.")
    private int rate = 40;

    @Option(names = "--workers", paramLabel = "N", description = "Threads of steps; default: 8.")
    private int workers = 8;

    @Option(names = "--memories", paramLabel = "N", description = "Memories; default: 200.")
    private int memories = 200;

    @Option(
            names = "--view-budget",
            paramLabel = "SIZE",
            description = "Heap for views in each TaskManager; default: 8m, which not all fit.")
    private String viewBudget = "8m";

    @Option(names = "--seed", paramLabel = "N", description = "Of all that is generated.")
    private long seed = 1;

    @Option(
            names = "--directory",
            paramLabel = "DIR",
            description = "Where data is written and kept; without it, to a temporary directory.")
    private Path directory;

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new SoakBenchmark()).execute(arguments));
    }

    @Override
    public Integer call() throws Exception {
        SoakPlan plan =
                new SoakPlan(
                        Duration.ofSeconds((long) (minutes * 60)),
                        rate,
                        workers,
                        memories,
                        viewBudget,
                        seed);
        Path place = directory == null ? Files.createTempDirectory("alluvium-soak") : directory;
        try {
            ObjectNode json = Json.object();
            json.set("machine", Measures.machine());
            json.set("parameters", plan.toJson());
            Soak soak = new Soak(plan, place.resolve("data"));
            json.setAll(soak.run());
            System.out.println(json);
            return soak.passed() ? 0 : 1;
        } finally {
            if (directory == null) {
                FileUtils.deleteFileOrDirectory(place.toFile());
            }
        }
    }
}
