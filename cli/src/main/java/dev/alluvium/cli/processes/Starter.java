package dev.alluvium.cli.processes;

import dev.alluvium.cli.Main;
import dev.alluvium.job.ClusterJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.StringTokenizer;
import org.apache.flink.container.entrypoint.StandaloneApplicationClusterEntryPoint;
import org.apache.flink.runtime.taskexecutor.TaskManagerRunner;
import org.apache.flink.util.FileUtils;

/** Starts the processes of a cluster, each with a log file for what it prints. */
final class Starter {

    /**
     * The processes outlive the command that starts them and the terminal it ran in. They share its
     * process group until then: Ctrl-C is for the command alone, which stops them in order.
     */
    private static final List<String> DETACHED =
            List.of("/bin/sh", "-c", "trap '' HUP INT; exec \"$@\"", "alluvium");

    private static final String SMALL = "-XX:+UseSerialGC";
    private static final List<String> SERVING =
            List.of("-XX:+UseG1GC", "-XX:MaxGCPauseMillis=50", "-XX:+ExitOnOutOfMemoryError");

    /** Flags of this program's own JVM, which go to those that work hard, too. */
    private static final String FURTHER_FLAGS = "ALLUVIUM_JAVA_OPTS";

    /**
     * The C library gives threads up to eight heaps a core and gives back little of what is freed
     * in them; RocksDB, which frees as much as it takes, would hold on to several times its bound.
     */
    private static final String MALLOC_HEAPS = "MALLOC_ARENA_MAX";

    private static final String FEW = "2";

    private final ClusterFiles files;
    private final Plan plan;
    private final Distribution distribution;
    private final FlinkConfiguration flink;

    Starter(ClusterFiles files, Plan plan, Distribution distribution, FlinkConfiguration flink) {
        this.files = files;
        this.plan = plan;
        this.distribution = distribution;
        this.flink = flink;
    }

    /** Starts a process and writes down which it is. */
    Process start(Member member) throws IOException {
        if (member.role() == Role.JOBMANAGER || member.role() == Role.TASKMANAGER) {
            flink.write(member);
            empty(files.temporary(member));
        }
        Path log = files.log(member);
        if (Files.exists(log)) {
            Files.move(
                    log,
                    log.resolveSibling(log.getFileName() + ".1"),
                    StandardCopyOption.REPLACE_EXISTING);
        }
        List<String> command = new ArrayList<>(DETACHED);
        command.add(Distribution.executable());
        command.add(distribution.options());
        command.addAll(arguments(member));
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                        .redirectOutput(log.toFile());
        // What the environment says is in the options file already, and holds for all processes.
        builder.environment().keySet().removeIf(name -> name.startsWith("ALLUVIUM_"));
        builder.environment().putIfAbsent(MALLOC_HEAPS, FEW);
        Process process = builder.start();
        ProcessFile.of(process.toHandle()).write(files.process(member));
        return process;
    }

    private List<String> arguments(Member member) {
        List<String> arguments = new ArrayList<>();
        switch (member.role()) {
            case BROKER -> {
                arguments.add("-Xmx256m");
                arguments.add(SMALL);
                arguments.addAll(furtherFlags());
                arguments.addAll(distribution.java(BrokerMain.class.getName()));
                arguments.addAll(
                        List.of(files.data().toString(), Integer.toString(plan.kafkaPort())));
            }
            case JOBMANAGER -> {
                arguments.add("-Xmx384m");
                arguments.addAll(List.of(SMALL, "-XX:TieredStopAtLevel=1"));
                arguments.addAll(
                        distribution.java(StandaloneApplicationClusterEntryPoint.class.getName()));
                arguments.addAll(
                        List.of(
                                "--configDir",
                                files.configuration(member).toString(),
                                "--job-classname",
                                ClusterJob.class.getName(),
                                "--options",
                                files.options().toString()));
                if (plan.savepoint() != null) {
                    // Goes before the job's own arguments, which Flink does not look into.
                    arguments.addAll(
                            arguments.indexOf("--job-classname"),
                            List.of("--fromSavepoint", plan.savepoint().toUri().toString()));
                }
            }
            case TASKMANAGER -> {
                arguments.add("-Xmx" + plan.heap());
                arguments.addAll(SERVING);
                arguments.addAll(furtherFlags());
                arguments.addAll(distribution.java(TaskManagerRunner.class.getName()));
                arguments.addAll(List.of("--configDir", files.configuration(member).toString()));
            }
            case QUERY_API -> {
                arguments.add("-Xmx" + plan.apiHeap());
                arguments.addAll(SERVING);
                arguments.addAll(furtherFlags());
                arguments.addAll(distribution.java(Main.class.getName()));
                arguments.addAll(
                        List.of(
                                "query-api",
                                "--config",
                                files.options().toString(),
                                "--port",
                                Integer.toString(plan.apiPorts().get(member.number() - 1))));
            }
        }
        return arguments;
    }

    private static List<String> furtherFlags() {
        List<String> flags = new ArrayList<>();
        new StringTokenizer(System.getenv().getOrDefault(FURTHER_FLAGS, ""))
                .asIterator()
                .forEachRemaining(flag -> flags.add((String) flag));
        return flags;
    }

    private static void empty(Path directory) throws IOException {
        FileUtils.deleteFileOrDirectory(directory.toFile());
        Files.createDirectories(directory);
    }
}
