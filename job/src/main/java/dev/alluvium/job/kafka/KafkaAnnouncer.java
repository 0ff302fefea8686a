package dev.alluvium.job.kafka;

import dev.alluvium.operators.serving.Announcer;
import dev.alluvium.state.serving.Endpoint;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Announces endpoints on a compacted topic, each under its own id, so that a subtask that ends late
 * cannot take back what its successor has said.
 */
public final class KafkaAnnouncer implements Announcer {

    private static final Logger LOG = LoggerFactory.getLogger(KafkaAnnouncer.class);

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    /** A subtask that is ending must not hold up the restart of the job for long. */
    private static final Duration FAREWELL = Duration.ofSeconds(2);

    private final String topic;
    private final KafkaProducer<byte[], byte[]> producer;

    private KafkaAnnouncer(String bootstrapServers, String topic, Map<String, Object> properties) {
        this.topic = topic;
        Map<String, Object> config = new HashMap<>();
        config.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        config.put(ProducerConfig.CLIENT_ID_CONFIG, "alluvium-endpoints");
        config.put(ProducerConfig.ACKS_CONFIG, "all");
        config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, (int) TIMEOUT.toMillis());
        config.putAll(properties);
        producer =
                new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /**
     * @param properties further producer properties, such as security
     */
    public static Announcer.Factory factory(
            String bootstrapServers, String topic, Map<String, Object> properties) {
        HashMap<String, Object> carried = new HashMap<>(properties);
        return () -> new KafkaAnnouncer(bootstrapServers, topic, carried);
    }

    @Override
    public void announce(Endpoint endpoint) {
        try {
            send(endpoint.id(), endpoint.encode(), TIMEOUT);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException(
                    "the endpoint " + endpoint.address() + " could not be announced on " + topic,
                    e);
        }
    }

    @Override
    public void withdraw(Endpoint endpoint) {
        try {
            send(endpoint.id(), null, FAREWELL);
        } catch (ExecutionException | TimeoutException | RuntimeException e) {
            LOG.warn(
                    "the endpoint {} could not be withdrawn, and is found dead instead: {}",
                    endpoint.address(),
                    e.toString());
        }
    }

    private void send(String id, byte[] value, Duration timeout)
            throws ExecutionException, TimeoutException {
        try {
            producer.send(new ProducerRecord<>(topic, id.getBytes(StandardCharsets.UTF_8), value))
                    .get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while telling of an endpoint", e);
        }
    }

    @Override
    public void close() {
        producer.close(FAREWELL);
    }
}
