package dev.alluvium.cli.client;

import picocli.CommandLine.Command;

/** The commands that look at a memory's graph. */
@Command(
        name = "graph",
        description = "Looks at a memory's graph.",
        subcommands = {
            GraphSearchCommand.class,
            GraphOpenCommand.class,
            GraphProfileCommand.class,
            GraphHistoryCommand.class
        })
public final class GraphCommand {}
