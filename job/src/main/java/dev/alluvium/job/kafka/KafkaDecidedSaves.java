package dev.alluvium.job.kafka;

import dev.alluvium.operators.decide.DecidedSaves;
import dev.alluvium.state.Position;
import dev.alluvium.state.command.Command;
import dev.alluvium.state.command.CommandCodec;
import dev.alluvium.state.command.CommandScan;
import dev.alluvium.state.command.Decide;
import dev.alluvium.state.command.Distill;
import dev.alluvium.state.command.SetVectors;
import dev.alluvium.state.json.InvalidInputException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads ahead in the log for decisions: once for each partition, from the first save that is asked
 * about to where the log ended then. A save after that was not applied before by anyone, so nobody
 * can have decided it. Any thread may ask.
 */
public final class KafkaDecidedSaves implements DecidedSaves {

    private static final Duration POLL = Duration.ofMillis(500);

    private final Properties client;
    private final String topic;
    private final Map<Integer, Ahead> partitions = new HashMap<>();

    private KafkaDecidedSaves(Properties client, String topic) {
        this.client = client;
        this.topic = topic;
    }

    /** Opens one for a topic. */
    public static Source source(String bootstrapServers, String topic) {
        return () -> {
            Properties client = new Properties();
            client.setProperty("bootstrap.servers", bootstrapServers);
            client.setProperty("client.id", "alluvium-decisions");
            client.setProperty("isolation.level", "read_committed");
            client.setProperty("enable.auto.commit", "false");
            return new KafkaDecidedSaves(client, topic);
        };
    }

    /** What was read of a partition: from an offset up to its end, and what was decided there. */
    private record Ahead(long from, long end, Set<Decided> decided) {}

    private record Decided(Position of, String session) {}

    @Override
    public synchronized boolean contains(Position of, String session) throws InterruptedException {
        Ahead ahead = partitions.get(of.partition());
        if (ahead == null || of.offset() < ahead.from()) {
            ahead = read(of);
            partitions.put(of.partition(), ahead);
        }
        return ahead.decided().contains(new Decided(of, session));
    }

    private Ahead read(Position of) throws InterruptedException {
        TopicPartition partition = new TopicPartition(topic, of.partition());
        Set<Decided> decided = new HashSet<>();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(
                        client, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(partition));
            long end = consumer.endOffsets(List.of(partition)).get(partition);
            consumer.seek(partition, of.offset());
            while (consumer.position(partition) < end) {
                if (Thread.interrupted()) {
                    throw new InterruptedException("stopped while decisions were looked for");
                }
                for (ConsumerRecord<byte[], byte[]> entry : consumer.poll(POLL)) {
                    if (entry.value() != null && CommandScan.isDecision(entry.value())) {
                        add(entry.value(), decided);
                    }
                }
            }
            return new Ahead(of.offset(), end, decided);
        }
    }

    private static void add(byte[] value, Set<Decided> decided) {
        try {
            Command command = CommandCodec.decode(value);
            if (command instanceof Decide decide) {
                decided.add(new Decided(decide.of(), null));
            } else if (command instanceof Distill distill) {
                decided.add(new Decided(distill.of(), distill.session()));
            } else if (command instanceof SetVectors vectors) {
                decided.add(new Decided(vectors.of(), null));
            }
        } catch (InvalidInputException e) {
            // No command: whoever applies the log rejects it.
            return;
        }
    }
}
