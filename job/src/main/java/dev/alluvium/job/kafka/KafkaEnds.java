package dev.alluvium.job.kafka;

import dev.alluvium.job.topic.Topics;
import dev.alluvium.operators.log.LoggedCommand;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Properties;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.api.java.tuple.Tuple4;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;

/**
 * Where the job meets Kafka. Commands come in with their offsets in the checkpoint, so each takes
 * effect exactly once; events and rejections go out at least once, each naming the position it
 * comes from, so that a reader can tell a repeat.
 */
public final class KafkaEnds {

    private KafkaEnds() {}

    /**
     * All commands, from the checkpointed offsets or, without a checkpoint, from the beginning of
     * the log.
     *
     * @param acceptGap whether the job goes on where commands that it has not applied are no longer
     *     in the log; it fails for good otherwise
     */
    public static Source<LoggedCommand, ?, ?> commands(String bootstrapServers, boolean acceptGap) {
        Properties client = new Properties();
        client.setProperty("bootstrap.servers", bootstrapServers);
        client.setProperty("client.id", "alluvium-log-range");
        return new CommandSource(
                source(bootstrapServers, Topics.COMMANDS, new FromBeginning()),
                client,
                new LogStart(acceptGap));
    }

    /** All that a topic of another name still holds. */
    public static KafkaSource<LoggedCommand> commands(String bootstrapServers, String topic) {
        return source(bootstrapServers, topic, OffsetsInitializer.earliest());
    }

    private static KafkaSource<LoggedCommand> source(
            String bootstrapServers, String topic, OffsetsInitializer start) {
        Properties properties = new Properties();
        // A write is on its way as soon as it is there: no waiting for a fuller fetch.
        properties.setProperty("fetch.min.bytes", "1");
        properties.setProperty("fetch.max.wait.ms", "100");
        properties.setProperty("isolation.level", "read_committed");
        properties.setProperty("max.partition.fetch.bytes", Integer.toString(4 << 20));
        properties.setProperty("max.poll.records", "500");
        // Offsets live in checkpoints; committing them to Kafka too would serve nobody here.
        properties.setProperty("commit.offsets.on.checkpoint", "false");
        return KafkaSource.<LoggedCommand>builder()
                .setBootstrapServers(bootstrapServers)
                .setTopics(topic)
                .setGroupId("alluvium")
                .setStartingOffsets(start)
                .setDeserializer(new CommandDeserializer())
                .setProperties(properties)
                .build();
    }

    /** What happened, keyed by memory. */
    public static KafkaSink<Tuple2<String, byte[]>> events(String bootstrapServers) {
        return keyed(bootstrapServers, Topics.EVENTS);
    }

    /** What was decided about saves, as commands like any other. */
    public static KafkaSink<Tuple2<String, byte[]>> decisions(String bootstrapServers) {
        return keyed(bootstrapServers, Topics.COMMANDS);
    }

    private static KafkaSink<Tuple2<String, byte[]>> keyed(String bootstrapServers, String topic) {
        return KafkaSink.<Tuple2<String, byte[]>>builder()
                .setBootstrapServers(bootstrapServers)
                .setKafkaProducerConfig(producer())
                .setDeliveryGuarantee(DeliveryGuarantee.AT_LEAST_ONCE)
                .setRecordSerializer(
                        (entry, context, timestamp) ->
                                new ProducerRecord<>(topic, utf8(entry.f0), entry.f1))
                .build();
    }

    /** Entries that were no commands, byte for byte, with position and reason as headers. */
    public static KafkaSink<Tuple4<String, String, byte[], String>> rejected(
            String bootstrapServers) {
        return KafkaSink.<Tuple4<String, String, byte[], String>>builder()
                .setBootstrapServers(bootstrapServers)
                .setKafkaProducerConfig(producer())
                .setDeliveryGuarantee(DeliveryGuarantee.AT_LEAST_ONCE)
                .setRecordSerializer(
                        (entry, context, timestamp) -> {
                            List<Header> headers =
                                    List.of(
                                            new RecordHeader("position", utf8(entry.f0)),
                                            new RecordHeader("reason", utf8(entry.f3)));
                            return new ProducerRecord<>(
                                    Topics.REJECTED, null, null, utf8(entry.f1), entry.f2, headers);
                        })
                .build();
    }

    private static Properties producer() {
        Properties properties = new Properties();
        properties.setProperty("compression.type", "lz4");
        properties.setProperty("linger.ms", "5");
        properties.setProperty("max.request.size", Integer.toString(20 << 20));
        return properties;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
