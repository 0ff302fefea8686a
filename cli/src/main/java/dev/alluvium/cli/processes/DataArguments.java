package dev.alluvium.cli.processes;

import dev.alluvium.job.option.AlluviumOptions;
import dev.alluvium.job.option.Settings;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Option;

/** The argument by which commands find a cluster that was started before. */
final class DataArguments {

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "The cluster's data directory; default: the option data, alluvium-data.")
    private String data;

    ClusterFiles files() {
        String directory =
                data != null
                        ? data
                        : Settings.of(null, System.getenv(), Map.of()).get(AlluviumOptions.DATA);
        return new ClusterFiles(Path.of(directory));
    }
}
