package dev.alluvium.cli.serve;

import dev.alluvium.cli.option.OptionArguments;
import dev.alluvium.job.option.Settings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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

    private static final Duration START_PATIENCE = Duration.ofSeconds(20);

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Directory of everything that is kept.")
    private String data;

    @Mixin private ListenArguments listening;

    @Option(
            names = "--kafka",
            paramLabel = "HOST:PORT",
            description = "Uses these brokers instead of one inside.")
    private String kafka;

    @Option(
            names = "--from-savepoint",
            paramLabel = "DIR",
            description =
                    "What a new data directory begins with, as alluvium bootstrap writes it; one that has data goes on with that.")
    private Path savepoint;

    @Mixin private OptionArguments arguments;

    @Override
    public Integer call() throws Exception {
        Map<String, String> named = new LinkedHashMap<>();
        named.put("data", data);
        listening.addTo(named);
        named.put("kafka", kafka);
        Settings settings = arguments.settings(named);
        CompletableFuture<LocalSystem> started = new CompletableFuture<>();
        // Ctrl-C and SIGTERM end the JVM through its hooks, which close everything first.
        Thread stop = new Thread(() -> close(started), "alluvium-stop");
        Runtime.getRuntime().addShutdownHook(stop);
        try {
            started.complete(LocalSystem.start(settings, Optional.ofNullable(savepoint)));
        } catch (Exception e) {
            started.completeExceptionally(e);
            throw e;
        }
        Throwable failure = started.join().failure().join();
        LOG.error("a part has failed for good, stopping: {}", failure.toString());
        return 1;
    }

    /**
     * Closes the system; one that is still starting is let come up first, since its parts only
     * close whole.
     */
    private static void close(CompletableFuture<LocalSystem> started) {
        if (started.isCompletedExceptionally()) {
            return;
        }
        LOG.info("stopping");
        try {
            started.get(START_PATIENCE.toSeconds(), TimeUnit.SECONDS).close();
            LOG.info("stopped");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn("stopped while starting; the next start continues from the log");
        }
    }
}
