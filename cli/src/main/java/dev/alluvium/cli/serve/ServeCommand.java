package dev.alluvium.cli.serve;

import dev.alluvium.cli.option.OptionArguments;
import dev.alluvium.job.option.Settings;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs a whole system in this process until it is told to stop. */
@Command(
        name = "serve",
        description =
                "Runs Alluvium on this machine: Kafka, Flink and the HTTP API in one process.")
public final class ServeCommand implements Callable<Integer> {

    private static final Logger LOG = LoggerFactory.getLogger(ServeCommand.class);

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Directory of everything that is kept.")
    private String data;

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            description = "Address the HTTP server listens on.")
    private String host;

    @Option(
            names = "--port",
            paramLabel = "N",
            description = "Port of the HTTP server; 0 takes a free one.")
    private String port;

    @Option(
            names = "--kafka",
            paramLabel = "HOST:PORT",
            description = "Uses these brokers instead of one inside.")
    private String kafka;

    @Mixin private OptionArguments arguments;

    @Override
    public Integer call() throws Exception {
        Map<String, String> named = new LinkedHashMap<>();
        named.put("data", data);
        named.put("host", host);
        named.put("port", port);
        named.put("kafka", kafka);
        Settings settings = arguments.settings(named);
        LocalSystem system = LocalSystem.start(settings);
        // Ctrl-C and SIGTERM end the JVM through its hooks, which close everything first.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> close(system), "alluvium-stop"));
        Throwable failure = system.failure().join();
        LOG.error("a part has failed for good, stopping: {}", failure.toString());
        return 1;
    }

    private static void close(LocalSystem system) {
        LOG.info("stopping");
        system.close();
        LOG.info("stopped");
    }
}
