package dev.alluvium.job.kafka;

import dev.alluvium.operators.log.LoggedCommand;
import java.util.Properties;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.KafkaSourceEnumState;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * Kafka's source, which by itself would go on at the oldest entry where the one it wants is gone:
 * this one looks first, at every start and restart, and fails the job for good with the reason.
 * What it stores is what Kafka's source stores.
 */
final class CommandSource
        implements Source<LoggedCommand, KafkaPartitionSplit, KafkaSourceEnumState> {

    private static final long serialVersionUID = 1;

    private final KafkaSource<LoggedCommand> kafka;
    private final Properties client;
    private final LogStart start;

    /**
     * @param client properties by which the brokers are asked what they hold
     */
    CommandSource(KafkaSource<LoggedCommand> kafka, Properties client, LogStart start) {
        this.kafka = kafka;
        this.client = client;
        this.start = start;
    }

    @Override
    public SourceReader<LoggedCommand, KafkaPartitionSplit> createReader(
            SourceReaderContext context) throws Exception {
        return new CommandReader(kafka.createReader(context), client, start);
    }

    @Override
    public Boundedness getBoundedness() {
        return kafka.getBoundedness();
    }

    @Override
    public SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> createEnumerator(
            SplitEnumeratorContext<KafkaPartitionSplit> context) {
        return kafka.createEnumerator(context);
    }

    @Override
    public SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> restoreEnumerator(
            SplitEnumeratorContext<KafkaPartitionSplit> context, KafkaSourceEnumState stored)
            throws Exception {
        return kafka.restoreEnumerator(context, stored);
    }

    @Override
    public SimpleVersionedSerializer<KafkaPartitionSplit> getSplitSerializer() {
        return kafka.getSplitSerializer();
    }

    @Override
    public SimpleVersionedSerializer<KafkaSourceEnumState> getEnumeratorCheckpointSerializer() {
        return kafka.getEnumeratorCheckpointSerializer();
    }
}
