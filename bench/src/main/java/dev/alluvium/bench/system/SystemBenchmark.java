package dev.alluvium.bench.system;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code bench/run system}: progress on standard error, one JSON object at the end. */
@Command(name = "bench/run system", mixinStandardHelpOptions = true)
public final class SystemBenchmark implements Callable<Integer> {

    private static final int MILLION = 1_000_000;

    @Option(names = "--quick", description = "Smaller and shorter, to see that everything works.")
    private boolean quick;

    @Option(names = "--turns", paramLabel = "N", description = "Turns in one repetition.")
    private Integer turns;

    @Option(
            names = "--records",
            paramLabel = "N,N,…",
            split = ",",
            description = "Sizes of the memories that records are written to.")
    private List<Integer> records;

    @Option(
            names = "--entities",
            paramLabel = "N,N,…",
            split = ",",
            description = "Entities of the graphs that are read and written to.")
    private List<Integer> entities;

    @Option(
            names = "--relations",
            paramLabel = "N",
            description = "Relations of the graph that has many.")
    private Integer relations;

    @Option(
            names = "--bulk",
            paramLabel = "N",
            defaultValue = "1000000",
            description = "Records of the phase BULK; default: a million.")
    private int bulk;

    @Option(
            names = "--only",
            paramLabel = "PHASE,…",
            split = ",",
            description =
                    "Phases to run instead of all but MODEL, REEMBED and BULK: ${COMPLETION-CANDIDATES}.")
    private Set<Phase> only =
            EnumSet.complementOf(EnumSet.of(Phase.MODEL, Phase.REEMBED, Phase.BULK));

    @Option(
            names = "--million",
            description = "Only imports a million turns (or --turns) in one go.")
    private boolean million;

    @Option(
            names = "--profile",
            paramLabel = "FILE",
            description = "Keeps flight recordings of the rates and prints what they show.")
    private Path profile;

    @Option(
            names = "--directory",
            paramLabel = "DIR",
            description = "Where data is written and kept; without it, to a temporary directory.")
    private Path directory;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "An option of the system, as of alluvium serve.")
    private Map<String, String> options = new LinkedHashMap<>();

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new SystemBenchmark()).execute(arguments));
    }

    @Override
    public Integer call() throws Exception {
        Path place = directory == null ? Files.createTempDirectory("alluvium-bench") : directory;
        try {
            Scale scale = scale();
            ObjectNode json = Json.object();
            json.set("machine", Measures.machine());
            json.set("parameters", scale.toJson());
            json.set("options", Json.MAPPER.valueToTree(options));
            Set<Phase> smaller = EnumSet.copyOf(only);
            boolean withModel = smaller.remove(Phase.MODEL);
            boolean withReembed = smaller.remove(Phase.REEMBED);
            boolean withBulk = smaller.remove(Phase.BULK);
            Run run = new Run(scale, smaller, place, profile, options);
            if (million) {
                json.setAll(run.million(turns == null ? MILLION : turns));
            } else if (!smaller.isEmpty()) {
                json.setAll(run.all());
            }
            if (withModel) {
                json.set("model", new ModelLatency(place, options, scale.seed()).measure());
            }
            if (withReembed) {
                json.set("reembed", new ReembedLatency(place, options, scale.seed()).measure());
            }
            if (withBulk) {
                json.set("bulk", new BulkRate(place, options, bulk, scale.seed()).measure());
            }
            System.out.println(json);
            return 0;
        } finally {
            if (directory == null) {
                delete(place);
            }
        }
    }

    private Scale scale() {
        Scale scale = quick ? Scale.QUICK : Scale.FULL;
        scale = turns == null ? scale : scale.withTurns(turns);
        scale = records == null ? scale : scale.withHeld(records);
        return scale.withGraphs(
                entities == null ? scale.entities() : entities,
                relations == null ? scale.relations() : relations);
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
