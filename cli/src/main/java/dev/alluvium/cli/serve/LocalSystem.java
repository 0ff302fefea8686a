package dev.alluvium.cli.serve;

import dev.alluvium.cli.broker.EmbeddedBroker;
import dev.alluvium.cli.cluster.ClusterSettings;
import dev.alluvium.cli.cluster.EmbeddedCluster;
import dev.alluvium.cli.data.DataDirectory;
import dev.alluvium.job.MemoryJob;
import dev.alluvium.job.kafka.KafkaDecidedSaves;
import dev.alluvium.job.option.AlluviumOptions;
import dev.alluvium.job.option.Settings;
import dev.alluvium.job.topic.Topics;
import dev.alluvium.models.embedding.EmbeddingService;
import dev.alluvium.models.embedding.Lease;
import dev.alluvium.operators.embed.EmbedSettings;
import dev.alluvium.operators.serving.LocalStateClient;
import dev.alluvium.operators.serving.StateRegistry;
import dev.alluvium.query.QueryApi;
import dev.alluvium.query.QueryEmbedder;
import dev.alluvium.query.event.KafkaEventFeed;
import dev.alluvium.query.log.KafkaCommandLog;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A whole system in this JVM: the broker (or a connection to one outside), the Flink cluster with
 * the job, and the HTTP server, all on one data directory. Its parts start side by side and close
 * in the opposite order.
 */
public final class LocalSystem implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LocalSystem.class);
    private static final Duration TOPICS_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration RUNNING_TIMEOUT = Duration.ofSeconds(120);

    private final Parts parts = new Parts();
    private final CompletableFuture<Throwable> failure = new CompletableFuture<>();
    private QueryApi api;
    private String bootstrapServers;

    private LocalSystem() {}

    /** As {@link #start(Settings, Optional)}; a new data directory begins with nothing. */
    public static LocalSystem start(Settings settings) throws Exception {
        return start(settings, Optional.empty());
    }

    /**
     * Starts everything and returns when requests can be served; on failure nothing is left
     * running.
     *
     * @param savepoint what a new data directory begins with, such as a bootstrap wrote
     */
    public static LocalSystem start(Settings settings, Optional<Path> savepoint) throws Exception {
        LocalSystem system = new LocalSystem();
        try {
            system.open(settings, savepoint);
            return system;
        } catch (Exception | Error e) {
            system.close();
            throw e;
        }
    }

    public int port() {
        return api.port();
    }

    public String bootstrapServers() {
        return bootstrapServers;
    }

    /** Completes when a part has failed for good. */
    public CompletableFuture<Throwable> failure() {
        return failure;
    }

    private void open(Settings settings, Optional<Path> savepoint) throws Exception {
        Stopwatch stopwatch = new Stopwatch();
        DataDirectory data = keep(DataDirectory.open(Path.of(settings.get(AlluviumOptions.DATA))));
        LOG.info("data directory {}", data.root().toAbsolutePath().normalize());
        EmbedSettings embedding = settings.embedSettings();
        String registry = UUID.randomUUID().toString();
        parts.keep(() -> StateRegistry.remove(registry));

        CompletableFuture<Lease<EmbeddingService>> embedder =
                side(
                        () ->
                                embedding.isOn()
                                        ? EmbeddingService.shared(
                                                embedding.embedder(), embedding.options())
                                        : null);
        CompletableFuture<EmbeddedCluster> cluster =
                side(() -> EmbeddedCluster.start(clusterSettings(settings, data)));
        Optional<EmbeddedBroker> broker =
                settings.get(AlluviumOptions.KAFKA) == null
                        ? Optional.of(keep(EmbeddedBroker.start(data.kafka(), 0)))
                        : Optional.empty();
        bootstrapServers =
                broker.map(EmbeddedBroker::bootstrapServers)
                        .orElseGet(() -> settings.get(AlluviumOptions.KAFKA));
        broker.ifPresent(inside -> inside.failure().thenAccept(failure::complete));
        Topics.ensure(
                bootstrapServers,
                Topics.all(
                        settings.get(AlluviumOptions.PARTITIONS),
                        Optional.of(settings.get(AlluviumOptions.LOG_RETENTION))),
                TOPICS_TIMEOUT);
        LOG.info(
                "log {} ({}) after {}",
                bootstrapServers,
                broker.isPresent() ? "inside" : "outside",
                stopwatch);

        EmbeddedCluster flink = keep(join(cluster));
        int parallelism = settings.get(AlluviumOptions.PARALLELISM);
        Optional<Path> checkpoint =
                flink.submit(
                        MemoryJob.build(
                                flink.environment(),
                                bootstrapServers,
                                settings.get(AlluviumOptions.ACCEPT_LOG_GAP),
                                parallelism,
                                embedding,
                                settings.memorySettings(registry, null),
                                settings.decideSettings(
                                        registry,
                                        KafkaDecidedSaves.source(
                                                bootstrapServers, Topics.COMMANDS))),
                        savepoint);
        flink.failure().thenAccept(failure::complete);
        LOG.info(
                "job submitted after {}, {}",
                stopwatch,
                checkpoint
                        .map(path -> "from " + path.getFileName())
                        .orElse("from the beginning of the log"));

        Lease<EmbeddingService> lease = join(embedder);
        if (lease != null) {
            keep(lease);
            LOG.info("embedder {}", embedding.embedder().name());
        }
        KafkaCommandLog log = keep(new KafkaCommandLog(bootstrapServers, Topics.COMMANDS));
        KafkaEventFeed feed = keep(new KafkaEventFeed(bootstrapServers, Topics.EVENTS));
        api =
                keep(
                        new QueryApi(
                                ApiOptions.of(settings),
                                new LocalStateClient(StateRegistry.of(registry)),
                                log,
                                lease == null
                                        ? null
                                        : QueryEmbedder.of(
                                                embedding.embedder().name(), lease.get()::query),
                                ApiOptions.languageModel(settings, parts),
                                feed));
        api.start();
        flink.awaitRunning(RUNNING_TIMEOUT);
        LOG.info(
                "ready after {}: http://{}:{} (docs at /docs)",
                stopwatch,
                settings.get(AlluviumOptions.HOST),
                api.port());
    }

    private static ClusterSettings clusterSettings(Settings settings, DataDirectory data) {
        return new ClusterSettings(
                data.checkpoints(),
                data.rocksdb(),
                data.temporary().resolve("flink"),
                settings.get(AlluviumOptions.PARALLELISM),
                settings.get(AlluviumOptions.ROCKSDB_MEMORY).getBytes(),
                settings.get(AlluviumOptions.CHECKPOINT_INTERVAL));
    }

    /**
     * Starts a part beside the others; each has a thread of its own, since each blocks while it
     * starts.
     */
    private static <T> CompletableFuture<T> side(Supplier<T> start) {
        Executor own =
                task -> {
                    Thread thread = new Thread(task, "alluvium-start");
                    thread.setDaemon(true);
                    thread.start();
                };
        return CompletableFuture.supplyAsync(start, own);
    }

    private static <T> T join(CompletableFuture<T> part) throws Exception {
        try {
            return part.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    private <T extends AutoCloseable> T keep(T part) {
        return parts.keep(part);
    }

    @Override
    public void close() {
        parts.close();
    }

    /** Time since the start, for the log. */
    private static final class Stopwatch {

        private final long start = System.nanoTime();

        @Override
        public String toString() {
            return "%.1f s".formatted((System.nanoTime() - start) / 1e9);
        }
    }
}
