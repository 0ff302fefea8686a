package dev.alluvium.cli;

import dev.alluvium.cli.backfill.BackfillCommand;
import dev.alluvium.cli.backfill.BootstrapCommand;
import dev.alluvium.cli.client.ExportCommand;
import dev.alluvium.cli.client.ForgetCommand;
import dev.alluvium.cli.client.GraphCommand;
import dev.alluvium.cli.client.RecallCommand;
import dev.alluvium.cli.client.ReembedCommand;
import dev.alluvium.cli.client.TreeCommand;
import dev.alluvium.cli.option.OptionsCommand;
import dev.alluvium.cli.processes.ClusterCommand;
import dev.alluvium.cli.serve.QueryApiCommand;
import dev.alluvium.cli.serve.ServeCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The {@code alluvium} command. */
@Command(
        name = "alluvium",
        description = "Agent memory that settles out of a stream.",
        mixinStandardHelpOptions = true,
        version = "alluvium 0.1.0",
        scope = CommandLine.ScopeType.INHERIT,
        subcommands = {
            ServeCommand.class,
            QueryApiCommand.class,
            ClusterCommand.class,
            BackfillCommand.class,
            BootstrapCommand.class,
            RecallCommand.class,
            TreeCommand.class,
            ForgetCommand.class,
            GraphCommand.class,
            ExportCommand.class,
            ReembedCommand.class,
            OptionsCommand.class
        })
public final class Main {

    private Main() {}

    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Main())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler(
                        (failure, command, parsed) -> {
                            command.getErr().println("alluvium: " + failure.getMessage());
                            return command.getCommandSpec().exitCodeOnExecutionException();
                        });
    }
}
