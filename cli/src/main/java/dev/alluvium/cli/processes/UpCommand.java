package dev.alluvium.cli.processes;

import dev.alluvium.cli.data.DataDirectory;
import dev.alluvium.cli.option.OptionArguments;
import dev.alluvium.job.MemoryJob;
import dev.alluvium.job.checkpoint.RetainedCheckpoints;
import dev.alluvium.job.checkpoint.Savepoint;
import dev.alluvium.job.option.AlluviumOptions;
import dev.alluvium.job.option.Settings;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Starts a cluster of processes, or those of one that have died. */
@Command(
        name = "up",
        description = {
            "Starts Kafka, a Flink JobManager and TaskManagers, and query-apis as processes of their own,"
                    + " and returns when all of them serve.",
            "On a cluster that runs it starts what has died. State is continued from the newest checkpoint."
        })
final class UpCommand implements Callable<Integer> {

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Directory of everything that is kept.")
    private String data;

    @Option(
            names = "--taskmanagers",
            paramLabel = "N",
            description =
                    "TaskManagers; default: 2. With more than the option parallelism needs, the rest is in reserve.")
    private Integer taskManagers;

    @Option(
            names = "--parallelism",
            paramLabel = "N",
            description =
                    "Subtasks of the job, at most the option partitions; default: one for each TaskManager. Another number than before is no matter.")
    private String parallelism;

    @Option(
            names = {"-s", "--from-savepoint"},
            paramLabel = "PATH",
            description = "Starts from this savepoint, whatever the parallelism it was taken at.")
    private Path savepoint;

    @Option(names = "--query-apis", paramLabel = "N", description = "Query-apis; default: 2.")
    private Integer queryApis;

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            description = "Address the query-apis listen on.")
    private String host;

    @Option(
            names = "--port",
            paramLabel = "N",
            description =
                    "Port of the first query-api, the others follow; 0 takes free ones, as does a default that is taken.")
    private String port;

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            description = "Heap of each TaskManager; default: 512m.")
    private String heap;

    @Option(
            names = "--api-heap",
            paramLabel = "SIZE",
            description = "Heap of each query-api; default: 384m.")
    private String apiHeap;

    @Option(
            names = "--flink",
            paramLabel = "NAME=VALUE",
            description = "Sets an option of Flink itself; repeatable.")
    private Map<String, String> flink = new LinkedHashMap<>();

    @Mixin private OptionArguments arguments;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        long begin = System.nanoTime();
        Map<String, String> named = new LinkedHashMap<>();
        named.put("data", data);
        named.put("host", host);
        named.put("port", port);
        named.put("parallelism", parallelism);
        Settings settings = arguments.settings(named);
        ClusterFiles files = new ClusterFiles(Path.of(settings.get(AlluviumOptions.DATA)));
        PlanRequest request =
                new PlanRequest(
                        settings, taskManagers, queryApis, heap, apiHeap, flink, savepoint());
        if (RunningMembers.of(files, Member.of(Role.BROKER)).isEmpty()) {
            // Lays the directory out, and refuses one that another system uses.
            DataDirectory.open(files.data()).close();
        }
        PrintWriter out = spec.commandLine().getOut();
        files.exclusively(
                () -> {
                    Plan plan = plan(files, request);
                    new Startup(files, plan, starter(files, plan), out).run();
                });
        out.printf("ready after %.1f s%n", (System.nanoTime() - begin) / 1e9);
        out.flush();
        return 0;
    }

    private Path savepoint() {
        return savepoint == null ? null : savepoint.toAbsolutePath().normalize();
    }

    /** Refuses what is no savepoint, or one that a later start would leave out. */
    private static void check(Path savepoint, ClusterFiles files) throws IOException {
        Savepoint found = Savepoint.at(savepoint.toUri().toString(), MemoryJob.MEMORY_UID);
        RetainedCheckpoints checkpoints =
                RetainedCheckpoints.in(
                        new org.apache.flink.core.fs.Path(files.checkpoints().toUri()),
                        MemoryJob.MEMORY_UID);
        Optional<org.apache.flink.core.fs.Path> newer = checkpoints.newerThan(found);
        if (newer.isPresent()) {
            throw new IllegalStateException(
                    "%s was taken after %s. To go back to the savepoint, move %s away; to continue from the newest state, leave --from-savepoint out"
                            .formatted(
                                    newer.get().getPath(),
                                    savepoint,
                                    newer.get().getParent().getPath()));
        }
    }

    private static Plan plan(ClusterFiles files, PlanRequest request) throws IOException {
        if (!RunningMembers.of(files).isEmpty()) {
            Plan plan =
                    Plan.read(files.plan())
                            .orElseThrow(
                                    () ->
                                            new IllegalStateException(
                                                    "processes of a cluster run on %s, but %s is gone: alluvium cluster down stops them"
                                                            .formatted(
                                                                    files.data(), files.plan())));
            request.refuseOther(plan);
            return plan;
        }
        if (request.savepoint() != null) {
            check(request.savepoint(), files);
        }
        files.create();
        Plan plan = request.plan();
        request.writeOptions(files, plan);
        plan.write(files.plan());
        return plan;
    }

    private static Starter starter(ClusterFiles files, Plan plan) {
        Settings settings = Settings.of(null, Map.of(), plan.options());
        FlinkConfiguration configuration =
                new FlinkConfiguration(
                        files,
                        plan,
                        settings.get(AlluviumOptions.ROCKSDB_MEMORY).getBytes(),
                        settings.get(AlluviumOptions.CHECKPOINT_INTERVAL));
        return new Starter(files, plan, Distribution.own(), configuration);
    }
}
