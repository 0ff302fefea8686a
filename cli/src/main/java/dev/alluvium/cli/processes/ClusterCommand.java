package dev.alluvium.cli.processes;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs a cluster of processes on this machine, to try and test it without containers. */
@Command(
        name = "cluster",
        description =
                "Runs Alluvium on this machine as a cluster of processes: Kafka, a Flink cluster, query-apis.",
        subcommands = {
            UpCommand.class,
            DownCommand.class,
            SavepointCommand.class,
            StatusCommand.class
        })
public final class ClusterCommand implements Runnable {

    @Spec private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "say what to do: alluvium cluster up, down, savepoint or status");
    }
}
