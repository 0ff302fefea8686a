package dev.alluvium.cli.endtoend;

import dev.alluvium.job.topic.Topics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Where the partitions of the log of commands end, read from one broker and made true on another.
 */
final class LogEnds {

    private LogEnds() {}

    /** The offset of the next entry, by partition. */
    static Map<Integer, Long> of(String kafka) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka))) {
            Map<TopicPartition, OffsetSpec> wanted =
                    admin
                            .describeTopics(List.of(Topics.COMMANDS))
                            .allTopicNames()
                            .get()
                            .get(Topics.COMMANDS)
                            .partitions()
                            .stream()
                            .map(info -> new TopicPartition(Topics.COMMANDS, info.partition()))
                            .collect(Collectors.toMap(each -> each, each -> OffsetSpec.latest()));
            Map<Integer, Long> ends = new TreeMap<>();
            admin.listOffsets(wanted)
                    .all()
                    .get()
                    .forEach((partition, end) -> ends.put(partition.partition(), end.offset()));
            return ends;
        }
    }

    /** Makes an empty log one whose entries up to there have been deleted, as retention does. */
    static void advance(String kafka, Map<Integer, Long> ends) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(
                        Map.of("bootstrap.servers", kafka),
                        new ByteArraySerializer(),
                        new ByteArraySerializer())) {
            ends.forEach(
                    (partition, end) -> {
                        for (long i = 0; i < end; i++) {
                            producer.send(
                                    new ProducerRecord<>(
                                            Topics.COMMANDS, partition, null, new byte[] {0}));
                        }
                    });
        }
        Map<TopicPartition, RecordsToDelete> before = new HashMap<>();
        ends.forEach(
                (partition, end) ->
                        before.put(
                                new TopicPartition(Topics.COMMANDS, partition),
                                RecordsToDelete.beforeOffset(end)));
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka))) {
            admin.deleteRecords(before).all().get();
        }
    }
}
