package dev.alluvium.cli.processes;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Stops a cluster of processes. */
@Command(
        name = "down",
        description =
                "Stops the cluster, after a last checkpoint; the next up continues where it was.")
final class DownCommand implements Callable<Integer> {

    @Mixin private DataArguments arguments;

    @Option(
            names = "--savepoint",
            arity = "0..1",
            paramLabel = "DIR",
            fallbackValue = "",
            description =
                    "Takes a savepoint in DIR, by default savepoints in the data directory, and stops only if that succeeds.")
    private String savepoint;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        ClusterFiles files = arguments.files();
        PrintWriter out = spec.commandLine().getOut();
        if (savepoint != null) {
            SavepointTaking taking = SavepointTaking.of(files, out);
            files.exclusively(() -> stopAfter(taking, files, out));
        } else if (!Files.isDirectory(files.root())) {
            out.printf("no cluster has run on %s%n", files.data());
        } else {
            files.exclusively(
                    () -> {
                        if (new Shutdown(files, out).run(true) == 0) {
                            out.printf("no cluster runs on %s%n", files.data());
                        }
                    });
        }
        out.flush();
        return 0;
    }

    private void stopAfter(SavepointTaking taking, ClusterFiles files, PrintWriter out)
            throws IOException, InterruptedException {
        Path target = savepoint.isEmpty() ? files.savepoints() : Path.of(savepoint);
        Path taken = taking.take(target, true);
        new Shutdown(files, out).run(false);
        out.printf("alluvium cluster up --from-savepoint %s starts from it%n", taken);
    }
}
