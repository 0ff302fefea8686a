package dev.alluvium.query.log;

import dev.alluvium.state.Position;
import dev.alluvium.state.command.Command;
import dev.alluvium.state.command.CommandCodec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Appends commands to a Kafka topic, keyed by their memory, so that one memory is one partition and
 * its commands stay in order. Any thread may append; appends of one thread to one memory keep their
 * order.
 */
public final class KafkaCommandLog implements CommandLog, AutoCloseable {

    /** The largest command, in bytes; topic and broker must take as much. */
    public static final int MAX_COMMAND_BYTES = 20 * 1024 * 1024;

    private static final long BUFFER_BYTES = 64L * 1024 * 1024;

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(10);

    private final KafkaProducer<byte[], byte[]> producer;
    private final String topic;

    public KafkaCommandLog(String bootstrapServers, String topic) {
        this(bootstrapServers, topic, Map.of());
    }

    /**
     * @param properties further producer properties, such as security; they win over the ones set
     *     here
     */
    public KafkaCommandLog(String bootstrapServers, String topic, Map<String, Object> properties) {
        this.topic = topic;
        Map<String, Object> config = new HashMap<>();
        config.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        config.put(ProducerConfig.CLIENT_ID_CONFIG, "alluvium-query-api");
        config.put(ProducerConfig.ACKS_CONFIG, "all");
        config.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        // A lone write waits no longer than this for company; under load batches fill by themselves
        // while earlier ones are in flight.
        config.put(ProducerConfig.LINGER_MS_CONFIG, 1);
        config.put(ProducerConfig.BATCH_SIZE_CONFIG, 256 * 1024);
        config.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
        config.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, MAX_COMMAND_BYTES);
        config.put(ProducerConfig.BUFFER_MEMORY_CONFIG, BUFFER_BYTES);
        config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 10_000);
        config.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 10_000);
        // Rides out a broker that restarts, and is over before clients, of which most wait 30 s.
        config.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 20_000);
        config.putAll(properties);
        producer =
                new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
    }

    @Override
    public CompletableFuture<Position> append(Command command) {
        CompletableFuture<Position> position = new CompletableFuture<>();
        byte[] value = CommandCodec.encode(command);
        if (value.length > MAX_COMMAND_BYTES - 1024) {
            position.completeExceptionally(tooLarge(value.length));
            return position;
        }
        byte[] key = command.memory().key().getBytes(StandardCharsets.UTF_8);
        try {
            producer.send(
                    new ProducerRecord<>(topic, key, value),
                    (metadata, failure) -> {
                        if (failure == null) {
                            position.complete(
                                    new Position(metadata.partition(), metadata.offset()));
                        } else {
                            position.completeExceptionally(failed(failure, value.length));
                        }
                    });
        } catch (KafkaException | IllegalStateException e) {
            position.completeExceptionally(failed(e, value.length));
        }
        return position;
    }

    /** Waits for what is in flight, then ends. */
    @Override
    public void close() {
        producer.close(CLOSE_TIMEOUT);
    }

    private static RuntimeException failed(Exception failure, int bytes) {
        if (failure instanceof RecordTooLargeException) {
            return tooLarge(bytes);
        }
        return new AppendFailedException(
                "the log did not acknowledge the write ("
                        + failure.getMessage()
                        + "); repeat it, with an Idempotency-Key to be safe",
                failure);
    }

    private static CommandTooLargeException tooLarge(int bytes) {
        return new CommandTooLargeException(
                "the command has "
                        + bytes
                        + " bytes; the log takes at most "
                        + MAX_COMMAND_BYTES
                        + " (20 MiB), send smaller batches");
    }
}
