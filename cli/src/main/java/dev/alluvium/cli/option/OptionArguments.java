package dev.alluvium.cli.option;

import dev.alluvium.job.option.Settings;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** The arguments by which any command takes options: a file, and single ones by name. */
public final class OptionArguments {

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description =
                    "Properties file of options; the environment (ALLUVIUM_NAME) and --set override it.")
    private Path file;

    @Option(
            names = "--set",
            paramLabel = "NAME=VALUE",
            description = "Sets an option; repeatable. See: alluvium options")
    private Map<String, String> set = new LinkedHashMap<>();

    /** All options, with {@code named} arguments, where not null, over the rest. */
    public Settings settings(Map<String, String> named) {
        Map<String, String> arguments = new LinkedHashMap<>(set);
        named.forEach(
                (name, value) -> {
                    if (value != null) {
                        arguments.put(name, value);
                    }
                });
        return Settings.of(file, System.getenv(), arguments);
    }
}
