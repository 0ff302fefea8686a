package dev.alluvium.cli.option;

import dev.alluvium.job.option.OptionReference;
import dev.alluvium.job.option.Settings;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows every option: its value here, where that came from, and what it does. */
@Command(
        name = "options",
        description = "Shows all options, their values and where these come from.")
public final class OptionsCommand implements Callable<Integer> {

    @Mixin private OptionArguments arguments;

    @Option(
            names = "--markdown",
            description = "Prints the reference as Markdown, with defaults instead of values.")
    private boolean markdown;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
        Settings settings = arguments.settings(Map.of());
        spec.commandLine()
                .getOut()
                .print(markdown ? OptionReference.markdown() : OptionReference.values(settings));
        spec.commandLine().getOut().flush();
        return 0;
    }
}
