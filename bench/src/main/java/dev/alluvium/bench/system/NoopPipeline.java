package dev.alluvium.bench.system;

import dev.alluvium.cli.cluster.ClusterSettings;
import dev.alluvium.cli.cluster.EmbeddedCluster;
import dev.alluvium.job.kafka.KafkaEnds;
import dev.alluvium.job.topic.TopicSpec;
import dev.alluvium.job.topic.Topics;
import dev.alluvium.operators.log.LoggedCommand;
import dev.alluvium.operators.log.LoggedCommandType;
import dev.alluvium.query.ApiSettings;
import dev.alluvium.query.QueryApi;
import dev.alluvium.query.event.EventFeed;
import dev.alluvium.query.log.KafkaCommandLog;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.util.Collector;

/**
 * The same way in and nothing at its end: HTTP import, broker, source, decoding, key-by and an
 * operator that counts. What a real pipeline takes longer than this is the price of memory itself.
 */
final class NoopPipeline implements AutoCloseable {

    private static final String TOPIC = "bench.noop";
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final EmbeddedCluster cluster;
    private final KafkaCommandLog log;
    private final QueryApi api;

    /**
     * @param bootstrapServers of the broker it shares with the system measured
     */
    NoopPipeline(String bootstrapServers, Path directory, int partitions, int parallelism)
            throws InterruptedException {
        TopicSpec commands = Topics.all(partitions, Optional.empty()).get(0);
        Topics.ensure(
                bootstrapServers,
                List.of(new TopicSpec(TOPIC, partitions, commands.config())),
                TIMEOUT);
        cluster =
                EmbeddedCluster.start(
                        new ClusterSettings(
                                directory.resolve("checkpoints"),
                                directory.resolve("rocksdb"),
                                directory.resolve("temporary"),
                                parallelism,
                                parallelism * (64L << 20),
                                ClusterSettings.DEFAULT_CHECKPOINT_INTERVAL));
        cluster.submit(job(cluster.environment(), bootstrapServers));
        log = new KafkaCommandLog(bootstrapServers, TOPIC);
        api =
                new QueryApi(
                        ApiSettings.DEFAULTS.withPort(0),
                        CountedPositions.INSTANCE,
                        log,
                        null,
                        null,
                        EventFeed.SILENT);
        api.start();
        cluster.awaitRunning(TIMEOUT);
    }

    int port() {
        return api.port();
    }

    private static StreamGraph job(StreamExecutionEnvironment environment, String servers) {
        environment.getConfig().enableObjectReuse();
        environment
                .fromSource(
                        KafkaEnds.commands(servers, TOPIC),
                        WatermarkStrategy.noWatermarks(),
                        "commands",
                        LoggedCommandType.INSTANCE)
                .map(NoopPipeline::decoded)
                .returns(LoggedCommandType.INSTANCE)
                .keyBy(LoggedCommand::key, Types.STRING)
                .process(new Count())
                .sinkTo(new DiscardingSink<>());
        return environment.getStreamGraph();
    }

    private static LoggedCommand decoded(LoggedCommand entry) {
        entry.command();
        return entry;
    }

    @Override
    public void close() {
        api.close();
        log.close();
        cluster.close();
    }

    /** Notes each command and emits nothing. */
    private static final class Count extends KeyedProcessFunction<String, LoggedCommand, Long> {

        @Override
        public void processElement(LoggedCommand entry, Context context, Collector<Long> out) {
            CountedPositions.INSTANCE.counted(entry.position());
        }
    }
}
