package dev.alluvium.query.state;

import dev.alluvium.state.serving.Endpoint;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the topic on which subtasks announce themselves, from its beginning, on its own thread.
 */
public final class KafkaEndpoints implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(KafkaEndpoints.class);

    private static final Duration POLL = Duration.ofMillis(200);
    private static final long RETRY_MILLIS = 500;
    private static final long CLOSE_MILLIS = 5_000;

    private final EndpointDirectory directory = new EndpointDirectory();
    private final Map<String, Object> config = new HashMap<>();
    private final TopicPartition partition;
    private final Thread thread;
    private volatile Consumer<byte[], byte[]> consumer;
    private volatile boolean caughtUp;
    private volatile boolean closed;

    /**
     * @param properties further consumer properties, such as security
     */
    public KafkaEndpoints(String bootstrapServers, String topic, Map<String, Object> properties) {
        partition = new TopicPartition(topic, 0);
        config.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        config.put(ConsumerConfig.CLIENT_ID_CONFIG, "alluvium-query-api-endpoints");
        config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        config.putAll(properties);
        thread = new Thread(this::follow, "alluvium-endpoints");
        thread.setDaemon(true);
        thread.start();
    }

    EndpointDirectory directory() {
        return directory;
    }

    /** Whether what was announced before the start is known. */
    boolean isCaughtUp() {
        return caughtUp;
    }

    private void follow() {
        while (!closed) {
            try (Consumer<byte[], byte[]> opened =
                    new KafkaConsumer<>(
                            config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
                consumer = opened;
                opened.assign(List.of(partition));
                opened.seekToBeginning(List.of(partition));
                while (!closed) {
                    opened.poll(POLL).forEach(this::note);
                    if (!caughtUp) {
                        long end = opened.endOffsets(List.of(partition)).get(partition);
                        caughtUp = opened.position(partition) >= end;
                    }
                }
            } catch (WakeupException | InterruptException e) {
                // Closing.
            } catch (RuntimeException e) {
                LOG.warn("announcements of endpoints cannot be read now: {}", e.toString());
                pause();
            }
        }
    }

    private void note(ConsumerRecord<byte[], byte[]> entry) {
        try {
            directory.note(
                    new String(entry.key(), StandardCharsets.UTF_8),
                    entry.value() == null ? null : Endpoint.decode(entry.value()));
        } catch (RuntimeException e) {
            LOG.warn(
                    "the announcement at {}:{} is passed over: {}",
                    entry.partition(),
                    entry.offset(),
                    e.toString());
        }
    }

    private static void pause() {
        try {
            Thread.sleep(RETRY_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed = true;
        Consumer<byte[], byte[]> opened = consumer;
        if (opened != null) {
            opened.wakeup();
        }
        try {
            thread.join(CLOSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
