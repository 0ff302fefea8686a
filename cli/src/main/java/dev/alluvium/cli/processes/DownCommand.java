package dev.alluvium.cli.processes;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Stops a cluster of processes. */
@Command(
        name = "down",
        description =
                "Stops the cluster, after a last checkpoint; the next up continues where it was.")
final class DownCommand implements Callable<Integer> {

    @Mixin private DataArguments arguments;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        ClusterFiles files = arguments.files();
        PrintWriter out = spec.commandLine().getOut();
        if (!Files.isDirectory(files.root())) {
            out.printf("no cluster has run on %s%n", files.data());
            return 0;
        }
        files.exclusively(
                () -> {
                    if (new Shutdown(files, out).run() == 0) {
                        out.printf("no cluster runs on %s%n", files.data());
                    }
                });
        out.flush();
        return 0;
    }
}
