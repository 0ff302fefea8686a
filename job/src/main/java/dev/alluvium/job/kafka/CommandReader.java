package dev.alluvium.job.kafka;

import dev.alluvium.operators.log.LoggedCommand;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.kafka.common.TopicPartition;

/** Reads commands from where {@link LogStart} finds that they can be read without a gap. */
@SuppressWarnings("try") // What close() may throw is what the source's own reader throws.
final class CommandReader implements SourceReader<LoggedCommand, KafkaPartitionSplit> {

    /** A broker that has just started may not know yet how far its log goes. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final Duration POLL = Duration.ofMillis(500);

    private final SourceReader<LoggedCommand, KafkaPartitionSplit> kafka;
    private final Properties client;
    private final LogStart start;

    CommandReader(
            SourceReader<LoggedCommand, KafkaPartitionSplit> kafka,
            Properties client,
            LogStart start) {
        this.kafka = kafka;
        this.client = client;
        this.start = start;
    }

    @Override
    public void addSplits(List<KafkaPartitionSplit> splits) {
        try {
            kafka.addSplits(checked(splits));
        } catch (LogGapException e) {
            // Nothing that a restart could change.
            throw new SuppressRestartsException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while asking which entries there are", e);
        }
    }

    private List<KafkaPartitionSplit> checked(List<KafkaPartitionSplit> splits)
            throws InterruptedException {
        List<TopicPartition> partitions =
                splits.stream().map(KafkaPartitionSplit::getTopicPartition).toList();
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            Map<TopicPartition, LogRange> log = LogRange.of(partitions, client);
            try {
                List<KafkaPartitionSplit> checked = new ArrayList<>();
                for (KafkaPartitionSplit split : splits) {
                    checked.add(start.checked(split, log.get(split.getTopicPartition())));
                }
                return checked;
            } catch (LogGapException e) {
                if (!e.mayClose() || System.nanoTime() > deadline) {
                    throw e;
                }
            }
            TimeUnit.MILLISECONDS.sleep(POLL.toMillis());
        }
    }

    @Override
    public void start() {
        kafka.start();
    }

    @Override
    public InputStatus pollNext(ReaderOutput<LoggedCommand> output) throws Exception {
        return kafka.pollNext(output);
    }

    @Override
    public List<KafkaPartitionSplit> snapshotState(long checkpointId) {
        return kafka.snapshotState(checkpointId);
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
        return kafka.isAvailable();
    }

    @Override
    public void notifyNoMoreSplits() {
        kafka.notifyNoMoreSplits();
    }

    @Override
    public void handleSourceEvents(SourceEvent event) {
        kafka.handleSourceEvents(event);
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) throws Exception {
        kafka.notifyCheckpointComplete(checkpointId);
    }

    @Override
    public void notifyCheckpointAborted(long checkpointId) throws Exception {
        kafka.notifyCheckpointAborted(checkpointId);
    }

    @Override
    public void pauseOrResumeSplits(Collection<String> pause, Collection<String> resume) {
        kafka.pauseOrResumeSplits(pause, resume);
    }

    @Override
    public void close() throws Exception {
        kafka.close();
    }
}
