package dev.alluvium.cli.processes;

import dev.alluvium.cli.broker.EmbeddedBroker;
import dev.alluvium.cli.data.DataDirectory;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The broker of a cluster of processes: holds the data directory, so that no other system takes it,
 * and serves its log until it is told to stop.
 */
public final class BrokerMain {

    private static final Logger LOG = LoggerFactory.getLogger(BrokerMain.class);

    private BrokerMain() {}

    /**
     * @param arguments the data directory and the port
     */
    public static void main(String[] arguments) {
        try {
            DataDirectory data = DataDirectory.open(Path.of(arguments[0]));
            EmbeddedBroker broker =
                    EmbeddedBroker.start(data.kafka(), Integer.parseInt(arguments[1]));
            Runtime.getRuntime()
                    .addShutdownHook(
                            new Thread(
                                    () -> {
                                        broker.close();
                                        data.close();
                                        LOG.info("stopped");
                                    },
                                    "alluvium-stop"));
            LOG.info("broker at {}", broker.bootstrapServers());
            Throwable failure = broker.failure().join();
            LOG.error("the broker has failed for good, stopping: {}", failure.toString());
        } catch (RuntimeException e) {
            LOG.error("{}", e.getMessage());
        }
        System.exit(1);
    }
}
