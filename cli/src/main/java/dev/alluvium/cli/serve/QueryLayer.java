package dev.alluvium.cli.serve;

import dev.alluvium.job.option.Settings;
import dev.alluvium.job.topic.Topics;
import dev.alluvium.models.embedding.EmbeddingService;
import dev.alluvium.models.embedding.Lease;
import dev.alluvium.operators.embed.EmbedSettings;
import dev.alluvium.query.QueryApi;
import dev.alluvium.query.QueryEmbedder;
import dev.alluvium.query.event.KafkaEventFeed;
import dev.alluvium.query.log.KafkaCommandLog;
import dev.alluvium.query.state.KafkaEndpoints;
import dev.alluvium.query.state.RoutedStateClient;
import java.util.Map;

/**
 * The HTTP API alone, beside a job that runs on a Flink cluster: appends to its log, and asks its
 * subtasks wherever they announce themselves. Any number of them serve side by side.
 */
public final class QueryLayer implements AutoCloseable {

    private final Parts parts = new Parts();
    private QueryApi api;

    private QueryLayer() {}

    /** Starts listening; on failure nothing is left running. */
    public static QueryLayer start(Settings settings) {
        QueryLayer layer = new QueryLayer();
        try {
            layer.open(settings);
            return layer;
        } catch (RuntimeException | Error e) {
            layer.close();
            throw e;
        }
    }

    private void open(Settings settings) {
        String kafka = settings.brokers();
        String secret = settings.secret();
        KafkaEndpoints endpoints =
                parts.keep(new KafkaEndpoints(kafka, Topics.ENDPOINTS, Map.of()));
        RoutedStateClient state = parts.keep(new RoutedStateClient(endpoints, secret));
        KafkaCommandLog log = parts.keep(new KafkaCommandLog(kafka, Topics.COMMANDS));
        KafkaEventFeed feed = parts.keep(new KafkaEventFeed(kafka, Topics.EVENTS));
        api =
                parts.keep(
                        new QueryApi(
                                ApiOptions.of(settings),
                                state,
                                log,
                                embedder(settings),
                                ApiOptions.languageModel(settings, parts),
                                feed));
        api.start();
    }

    private QueryEmbedder embedder(Settings settings) {
        EmbedSettings embedding = settings.embedSettings();
        if (!embedding.isOn()) {
            return null;
        }
        Lease<EmbeddingService> lease =
                parts.keep(EmbeddingService.shared(embedding.embedder(), embedding.options()));
        return QueryEmbedder.of(embedding.embedder().name(), lease.get()::query);
    }

    public int port() {
        return api.port();
    }

    @Override
    public void close() {
        parts.close();
    }
}
