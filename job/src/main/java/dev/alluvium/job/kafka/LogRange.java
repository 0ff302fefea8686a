package dev.alluvium.job.kafka;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/**
 * The offsets that a partition of the log holds now.
 *
 * @param first of the oldest entry that is left; where the partition is empty, that of the next one
 * @param end of the next entry
 */
record LogRange(long first, long end) {

    /**
     * Asks the brokers.
     *
     * @param properties of the client
     * @throws IllegalStateException if they do not say
     */
    static Map<TopicPartition, LogRange> of(
            Collection<TopicPartition> partitions, Properties properties)
            throws InterruptedException {
        try (Admin admin = Admin.create(properties)) {
            var first = offsets(admin, partitions, OffsetSpec.earliest());
            var end = offsets(admin, partitions, OffsetSpec.latest());
            Map<TopicPartition, LogRange> ranges = new HashMap<>();
            for (TopicPartition partition : partitions) {
                ranges.put(
                        partition,
                        new LogRange(first.get(partition).offset(), end.get(partition).offset()));
            }
            return ranges;
        } catch (ExecutionException e) {
            throw new IllegalStateException(
                    "the brokers do not say which entries of %s they hold: %s"
                            .formatted(partitions, e.getCause().getMessage()),
                    e);
        }
    }

    private static Map<TopicPartition, ListOffsetsResultInfo> offsets(
            Admin admin, Collection<TopicPartition> partitions, OffsetSpec which)
            throws InterruptedException, ExecutionException {
        return admin.listOffsets(
                        partitions.stream()
                                .collect(Collectors.toMap(Function.identity(), each -> which)))
                .all()
                .get();
    }
}
