package dev.alluvium.query.event;

import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The topic of events as a feed. One consumer, on a thread of its own, reads all partitions from
 * their ends and hands each event to the subscribers of its memory; who resumes gets the events in
 * between from a short-lived consumer first.
 */
public final class KafkaEventFeed implements EventFeed, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(KafkaEventFeed.class);
    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(3);
    private static final Duration RETRY_PAUSE = Duration.ofSeconds(1);

    private final String topic;
    private final Supplier<Consumer<byte[], byte[]>> consumers;
    private final LocalEvents subscribers = new LocalEvents();
    private final ExecutorService threads =
            Executors.newCachedThreadPool(
                    task -> {
                        Thread thread = new Thread(task, "alluvium-event-feed");
                        thread.setDaemon(true);
                        return thread;
                    });
    private volatile Consumer<byte[], byte[]> live;
    private volatile boolean closed;

    public KafkaEventFeed(String bootstrapServers, String topic) {
        this(bootstrapServers, topic, Map.of());
    }

    /**
     * @param properties further consumer properties, such as security; they win over the ones set
     *     here
     */
    public KafkaEventFeed(String bootstrapServers, String topic, Map<String, Object> properties) {
        this(topic, () -> consumer(bootstrapServers, properties));
    }

    KafkaEventFeed(String topic, Supplier<Consumer<byte[], byte[]>> consumers) {
        this.topic = topic;
        this.consumers = consumers;
        threads.execute(this::listen);
    }

    @Override
    public Subscription subscribe(
            MemoryId memory, Position after, java.util.function.Consumer<FeedEvent> listener) {
        if (after == null) {
            return subscribers.subscribe(memory, listener);
        }
        Resumption resumption = new Resumption(memory, after, listener);
        Subscription subscription = subscribers.subscribe(memory, resumption::live);
        threads.execute(() -> replay(resumption));
        return () -> {
            resumption.close();
            subscription.close();
        };
    }

    @Override
    public void close() {
        closed = true;
        Consumer<byte[], byte[]> consumer = live;
        if (consumer != null) {
            consumer.wakeup();
        }
        threads.shutdown();
        try {
            // Interrupting a consumer that is leaving makes it complain; it leaves within a poll.
            if (!threads.awaitTermination(CLOSE_PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                threads.shutdownNow();
            }
        } catch (InterruptedException e) {
            threads.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    private void listen() {
        while (!closed) {
            try (Consumer<byte[], byte[]> consumer = consumers.get()) {
                live = consumer;
                List<TopicPartition> partitions = partitions(consumer);
                consumer.assign(partitions);
                consumer.seekToEnd(partitions);
                while (!closed) {
                    for (ConsumerRecord<byte[], byte[]> entry : consumer.poll(POLL)) {
                        dispatch(entry);
                    }
                }
            } catch (WakeupException | InterruptException e) {
                // Closing.
            } catch (RuntimeException e) {
                if (!closed) {
                    LOG.warn(
                            "the feed of events is interrupted and begins again: {}", e.toString());
                    pause();
                }
            }
        }
    }

    private void dispatch(ConsumerRecord<byte[], byte[]> entry) {
        MemoryId memory = FeedEvents.memory(entry);
        if (memory != null && subscribers.listened(memory)) {
            FeedEvent event = FeedEvents.read(memory, entry);
            if (event != null) {
                subscribers.publish(event);
            }
        }
    }

    private void replay(Resumption resumption) {
        Position after = resumption.after();
        TopicPartition partition = new TopicPartition(topic, after.partition());
        long end = 0;
        try (Consumer<byte[], byte[]> consumer = consumers.get()) {
            if (partitions(consumer).contains(partition)) {
                end = consumer.endOffsets(List.of(partition)).get(partition);
                consumer.assign(List.of(partition));
                consumer.seek(partition, Math.min(after.offset() + 1, end));
                while (!closed && !resumption.closed() && consumer.position(partition) < end) {
                    consumer.poll(POLL).forEach(resumption::replayed);
                }
            }
        } catch (RuntimeException e) {
            if (!closed) {
                LOG.warn("events after {} could not be replayed: {}", after, e.toString());
            }
        }
        resumption.caughtUp();
    }

    private List<TopicPartition> partitions(Consumer<byte[], byte[]> consumer) {
        List<PartitionInfo> known = consumer.partitionsFor(topic);
        if (known == null || known.isEmpty()) {
            throw new IllegalStateException("topic " + topic + " does not exist");
        }
        return known.stream().map(p -> new TopicPartition(topic, p.partition())).toList();
    }

    private static void pause() {
        try {
            Thread.sleep(RETRY_PAUSE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Consumer<byte[], byte[]> consumer(
            String bootstrapServers, Map<String, Object> properties) {
        Map<String, Object> config = new HashMap<>();
        config.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        config.put(ConsumerConfig.CLIENT_ID_CONFIG, "alluvium-query-api-events");
        config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        // A resumption whose events are gone begins at the oldest ones there are.
        config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        config.putAll(properties);
        return new KafkaConsumer<>(
                config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }
}
