package dev.alluvium.job.kafka;

import java.io.Serializable;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where reading a partition starts, so that no command is left out without a word: the place that
 * the state names must be one that the log still has.
 *
 * @param acceptGap whether commands that the log no longer holds may be left out
 */
record LogStart(boolean acceptGap) implements Serializable {

    private static final Logger LOG = LoggerFactory.getLogger(LogStart.class);

    /**
     * The split with an offset that the log has, never a marker: what is stored then says exactly
     * which entry is next.
     *
     * @throws LogGapException if there is none
     */
    KafkaPartitionSplit checked(KafkaPartitionSplit split, LogRange log) {
        long next = split.getStartingOffset();
        boolean fresh = next == KafkaPartitionSplit.EARLIEST_OFFSET;
        if (!fresh && next > log.end()) {
            throw new LogGapException(
                    ("the state has applied partition %d of %s up to offset %d, but the log there ends at %d:"
                                    + " it is another log, or lost its end. Give the job the log that belongs to its state,"
                                    + " or start without state and import an export of the memories")
                            .formatted(split.getPartition(), split.getTopic(), next - 1, log.end()),
                    true);
        }
        if (fresh ? log.first() == 0 : next >= log.first()) {
            return fresh ? at(split, 0) : split;
        }
        String gap =
                fresh
                        ? "the job starts without state for partition %d of %s, whose first %d commands are no longer in the log"
                                .formatted(split.getPartition(), split.getTopic(), log.first())
                        : "the state has applied partition %d of %s up to offset %d, but the log there begins at %d now: %d commands between were never applied and are gone"
                                .formatted(
                                        split.getPartition(),
                                        split.getTopic(),
                                        next - 1,
                                        log.first(),
                                        log.first() - next);
        if (!acceptGap) {
            throw new LogGapException(
                    gap
                            + (fresh
                                    ? ". Start it from a savepoint or checkpoint"
                                    : ". Start it from a newer savepoint or checkpoint")
                            + ", or set accept_log_gap=true to go on without them; log_retention must be longer than the job is ever stopped",
                    false);
        }
        LOG.warn("{}; going on without them, since accept_log_gap is set", gap);
        return at(split, log.first());
    }

    private static KafkaPartitionSplit at(KafkaPartitionSplit split, long offset) {
        return new KafkaPartitionSplit(
                split.getTopicPartition(),
                offset,
                split.getStoppingOffset().orElse(KafkaPartitionSplit.NO_STOPPING_OFFSET));
    }
}
