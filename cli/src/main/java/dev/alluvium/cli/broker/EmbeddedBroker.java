package dev.alluvium.cli.broker;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import kafka.server.BrokerServer;
import kafka.server.ControllerServer;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.server.Server$;
import kafka.server.SharedServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.bootstrap.BootstrapMetadata;
import org.apache.kafka.metadata.properties.MetaPropertiesEnsemble;
import org.apache.kafka.metadata.storage.Formatter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Tuple2;

/**
 * A real Kafka broker and its controller in this JVM, for the deployment where one process is the
 * whole system.
 *
 * <p>It listens on 127.0.0.1 only. Its directory is formatted on the first start and carried on by
 * every later one. A write it has acknowledged is in the kernel's page cache, so it survives the
 * death of this process, {@code kill -9} included; against a power cut the log is flushed to the
 * device about once a second.
 *
 * <p>A fault inside the broker never ends the JVM: it completes {@link #failure()}, and the owner
 * decides.
 */
public final class EmbeddedBroker implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedBroker.class);
    private static final Duration SHUTDOWN_TIMEOUT = Duration.ofSeconds(10);

    private final int port;
    private final BrokerFaults faults;
    private final ControllerServer controller;
    private final BrokerServer broker;

    private EmbeddedBroker(
            int port, BrokerFaults faults, ControllerServer controller, BrokerServer broker) {
        this.port = port;
        this.faults = faults;
        this.controller = controller;
        this.broker = broker;
    }

    /**
     * Starts a broker and returns when it takes requests.
     *
     * @param directory where its log lies; created and formatted when there is none
     * @param port the port for clients, 0 for any free one
     * @throws IllegalStateException if the port is taken, the directory cannot be used or the
     *     broker does not come up; nothing is left running
     */
    public static EmbeddedBroker start(Path directory, int port) {
        Objects.requireNonNull(directory, "directory");
        if (port < 0 || port > 65535) {
            throw new IllegalArgumentException(
                    "port %d is not in [0, 65535]: 0 takes any free one".formatted(port));
        }
        try (ReservedSockets sockets = new ReservedSockets()) {
            return start(directory, port, sockets);
        } catch (IOException e) {
            throw new IllegalStateException(
                    "the Kafka broker could not start in %s: %s"
                            .formatted(directory, e.getMessage()),
                    e);
        }
    }

    private static EmbeddedBroker start(Path directory, int port, ReservedSockets sockets)
            throws IOException {
        int clientPort = sockets.reserve(BrokerProperties.CLIENTS, port);
        int controllerPort = sockets.reserve(BrokerProperties.CONTROLLER, 0);
        KafkaConfig config =
                new KafkaConfig(BrokerProperties.of(directory, clientPort, controllerPort), false);
        formatIfNew(directory);

        BrokerFaults faults = new BrokerFaults();
        ControllerServer controller = null;
        BrokerServer broker = null;
        try {
            Tuple2<MetaPropertiesEnsemble, BootstrapMetadata> stored =
                    KafkaRaftServer.initializeLogDirs(config, LOG, "");
            SharedServer shared = share(config, stored._1(), controllerPort, faults, sockets);
            controller = new ControllerServer(shared, KafkaRaftServer.configSchema(), stored._2());
            broker = new BrokerServer(shared);
            // The broker looks for its controller while it starts, and the controller waits for
            // nobody.
            controller.startup();
            broker.startup();
            return new EmbeddedBroker(clientPort, faults, controller, broker);
        } catch (RuntimeException e) {
            stop(broker, controller, faults);
            throw new IllegalStateException(
                    "the Kafka broker could not start in %s: %s"
                            .formatted(directory, e.getMessage()),
                    e);
        }
    }

    private static SharedServer share(
            KafkaConfig config,
            MetaPropertiesEnsemble stored,
            int controllerPort,
            BrokerFaults faults,
            ReservedSockets sockets) {
        InetSocketAddress quorum = new InetSocketAddress(ReservedSockets.HOST, controllerPort);
        return new SharedServer(
                config,
                stored,
                Time.SYSTEM,
                Server$.MODULE$.initializeMetrics(
                        config, Time.SYSTEM, stored.clusterId().orElseThrow()),
                CompletableFuture.completedFuture(Map.of(BrokerProperties.NODE_ID, quorum)),
                List.of(),
                faults,
                sockets);
    }

    private static void stop(
            BrokerServer broker, ControllerServer controller, BrokerFaults faults) {
        try {
            if (broker != null) {
                broker.shutdown(SHUTDOWN_TIMEOUT);
            }
        } finally {
            try {
                if (controller != null) {
                    controller.shutdown();
                }
            } finally {
                faults.close();
            }
        }
    }

    /**
     * A directory is formatted when its {@code meta.properties} is there: Kafka writes that file
     * last.
     */
    private static void formatIfNew(Path directory) throws IOException {
        if (Files.exists(directory.resolve(MetaPropertiesEnsemble.META_PROPERTIES_NAME))) {
            return;
        }
        Files.createDirectories(directory);
        PrintStream unread =
                new PrintStream(new ByteArrayOutputStream(), false, StandardCharsets.UTF_8);
        try {
            new Formatter()
                    .setPrintStream(unread)
                    .setNodeId(BrokerProperties.NODE_ID)
                    .setClusterId(Uuid.randomUuid().toString())
                    .setControllerListenerName(BrokerProperties.CONTROLLER)
                    .setMetadataLogDirectory(directory.toString())
                    .addDirectory(directory.toString())
                    .setIgnoreFormatted(true)
                    .setHasDynamicQuorum(false)
                    .run();
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("formatting failed: " + e.getMessage(), e);
        }
    }

    /** {@code host:port}, as Kafka clients take it. */
    public String bootstrapServers() {
        return ReservedSockets.HOST + ":" + port;
    }

    public int port() {
        return port;
    }

    /** Completes, never exceptionally, with the fault that made this broker unusable. */
    public CompletableFuture<Throwable> failure() {
        return faults.failure();
    }

    /**
     * Stops the broker in order, so that the next start has no log to check; bounded, and safe to
     * call twice.
     */
    @Override
    public void close() {
        stop(broker, controller, faults);
    }
}
