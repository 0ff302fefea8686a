package dev.alluvium.job.kafka;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;
import org.apache.kafka.common.TopicPartition;

/**
 * Starts partitions at their beginning, and fails where an offset is gone later: Kafka's own
 * initializer would skip to what is left.
 */
final class FromBeginning implements OffsetsInitializer {

    private static final long serialVersionUID = 1;

    @Override
    public Map<TopicPartition, Long> getPartitionOffsets(
            Collection<TopicPartition> partitions, PartitionOffsetsRetriever retriever) {
        Map<TopicPartition, Long> offsets = new HashMap<>();
        partitions.forEach(
                partition -> offsets.put(partition, KafkaPartitionSplit.EARLIEST_OFFSET));
        return offsets;
    }

    @Override
    @SuppressWarnings("deprecation") // The connector's interface names it.
    public OffsetResetStrategy getAutoOffsetResetStrategy() {
        return OffsetResetStrategy.NONE;
    }
}
