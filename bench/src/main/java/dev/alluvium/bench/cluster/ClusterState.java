package dev.alluvium.bench.cluster;

import dev.alluvium.job.topic.Topics;
import dev.alluvium.query.state.KafkaEndpoints;
import dev.alluvium.query.state.RoutedStateClient;
import dev.alluvium.state.serving.StateClient;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Map;

/** Asks the owners of a cluster's memories themselves, as its query-apis do. */
public final class ClusterState implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final long POLL_MILLIS = 50;

    private final KafkaEndpoints endpoints;
    private final RoutedStateClient client;

    /** Returns when all owners are known. */
    public ClusterState(PackagedCluster cluster) throws IOException, InterruptedException {
        String secret = Files.readString(cluster.secret()).strip();
        endpoints = new KafkaEndpoints(cluster.address("broker"), Topics.ENDPOINTS, Map.of());
        client = new RoutedStateClient(endpoints, secret);
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (!client.ready()) {
            if (System.nanoTime() > deadline) {
                close();
                throw new IllegalStateException(
                        "not all owners of memories have announced themselves after " + LIMIT);
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    public StateClient client() {
        return client;
    }

    @Override
    public void close() {
        client.close();
        endpoints.close();
    }
}
