package dev.alluvium.cli.serve;

import dev.alluvium.cli.option.OptionArguments;
import dev.alluvium.job.option.AlluviumOptions;
import dev.alluvium.job.option.Settings;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs the HTTP API beside a Flink cluster until it is told to stop. */
@Command(
        name = "query-api",
        description =
                "Runs the HTTP API alone, for a job on a Flink cluster; several may serve side by side.")
public final class QueryApiCommand implements Callable<Integer> {

    private static final Logger LOG = LoggerFactory.getLogger(QueryApiCommand.class);

    @Option(
            names = "--kafka",
            paramLabel = "HOST:PORT",
            description = "The brokers of the log, with commas between.")
    private String kafka;

    @Mixin private ListenArguments listening;

    @Option(
            names = "--secret-file",
            paramLabel = "FILE",
            description = "Holds the secret that the job's state servers know.")
    private String secretFile;

    @Mixin private OptionArguments arguments;

    @Override
    public Integer call() throws Exception {
        Map<String, String> named = new LinkedHashMap<>();
        named.put("kafka", kafka);
        listening.addTo(named);
        named.put(AlluviumOptions.STATE_SERVER_SECRET_FILE.key(), secretFile);
        Settings settings = arguments.settings(named);
        QueryLayer layer = QueryLayer.start(settings);
        Runtime.getRuntime()
                .addShutdownHook(
                        new Thread(
                                () -> {
                                    layer.close();
                                    LOG.info("stopped");
                                },
                                "alluvium-stop"));
        LOG.info(
                "listening: http://{}:{} (docs at /docs, ready at /readyz)",
                settings.get(AlluviumOptions.HOST),
                layer.port());
        // Nothing ends it but a signal.
        new CountDownLatch(1).await();
        return 0;
    }
}
