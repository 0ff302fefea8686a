package dev.alluvium.cli.processes;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Takes a savepoint of a cluster that goes on running. */
@Command(
        name = "savepoint",
        description = {
            "Takes a savepoint: all state in one folder of its own, which nothing deletes.",
            "The cluster goes on; alluvium cluster up --from-savepoint starts one from it."
        })
final class SavepointCommand implements Callable<Integer> {

    @Mixin private DataArguments arguments;

    @Parameters(
            arity = "0..1",
            paramLabel = "DIR",
            description =
                    "Where to make the savepoint's folder; default: savepoints in the data directory.")
    private Path directory;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        ClusterFiles files = arguments.files();
        PrintWriter out = spec.commandLine().getOut();
        Path target = directory == null ? files.savepoints() : directory;
        SavepointTaking taking = SavepointTaking.of(files, out);
        files.exclusively(() -> taking.take(target, false));
        return 0;
    }
}
