package dev.alluvium.cli;

import dev.alluvium.cli.option.OptionsCommand;
import dev.alluvium.cli.serve.ServeCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The {@code alluvium} command. */
@Command(
        name = "alluvium",
        description = "Agent memory that settles out of a stream.",
        mixinStandardHelpOptions = true,
        version = "alluvium 0.1.0",
        subcommands = {ServeCommand.class, OptionsCommand.class})
public final class Main {

    private Main() {}

    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Main())
                .setExecutionExceptionHandler(
                        (failure, command, parsed) -> {
                            command.getErr().println("alluvium: " + failure.getMessage());
                            return command.getCommandSpec().exitCodeOnExecutionException();
                        });
    }
}
