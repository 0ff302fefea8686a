package dev.alluvium.job.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class LogStartTest {

    private static final long FRESH = KafkaPartitionSplit.EARLIEST_OFFSET;

    private final LogStart strict = new LogStart(false);
    private final LogStart accepting = new LogStart(true);

    private static KafkaPartitionSplit split(long next) {
        return new KafkaPartitionSplit(new TopicPartition("commands", 3), next);
    }

    private static LogRange log(long first, long end) {
        return new LogRange(first, end);
    }

    @Test
    void readingGoesOnWhereTheStateEnds() {
        assertThat(strict.checked(split(7), log(0, 9)).getStartingOffset()).isEqualTo(7);
        assertThat(strict.checked(split(7), log(7, 7)).getStartingOffset()).isEqualTo(7);
    }

    @Test
    void withoutStateAWholeLogIsReadFromAnOffsetThatCanBeStored() {
        assertThat(strict.checked(split(FRESH), log(0, 9)).getStartingOffset()).isZero();
        assertThat(strict.checked(split(FRESH), log(0, 0)).getStartingOffset()).isZero();
    }

    @Test
    void commandsThatAreGoneAreNotLeftOutWithoutAWord() {
        assertThatThrownBy(() -> strict.checked(split(7), log(10, 20)))
                .isInstanceOf(LogGapException.class)
                .hasMessageContainingAll(
                        "partition 3 of commands",
                        "up to offset 6",
                        "begins at 10",
                        "3 commands",
                        "newer savepoint",
                        "accept_log_gap=true",
                        "log_retention");
        assertThatThrownBy(() -> strict.checked(split(FRESH), log(10, 20)))
                .isInstanceOf(LogGapException.class)
                .hasMessageContainingAll(
                        "without state", "first 10 commands", "from a savepoint", "accept_log_gap");
    }

    @Test
    void onlyALogThatEndsEarlyIsLookedAtAgain() {
        assertThat(gap(split(7), log(10, 20)).mayClose()).isFalse();
        assertThat(gap(split(FRESH), log(10, 20)).mayClose()).isFalse();
        assertThat(gap(split(7), log(0, 6)).mayClose()).isTrue();
    }

    private LogGapException gap(KafkaPartitionSplit split, LogRange log) {
        return catchThrowableOfType(LogGapException.class, () -> strict.checked(split, log));
    }

    @Test
    void aGapThatIsAcceptedIsLeftOut() {
        assertThat(accepting.checked(split(7), log(10, 20)).getStartingOffset()).isEqualTo(10);
        assertThat(accepting.checked(split(FRESH), log(10, 10)).getStartingOffset()).isEqualTo(10);
        assertThat(accepting.checked(split(12), log(10, 20)).getStartingOffset()).isEqualTo(12);
    }

    @Test
    void aLogThatEndsBeforeTheStateIsNeverRead() {
        for (LogStart start : new LogStart[] {strict, accepting}) {
            assertThatThrownBy(() -> start.checked(split(7), log(0, 6)))
                    .isInstanceOf(LogGapException.class)
                    .hasMessageContainingAll(
                            "up to offset 6", "ends at 6", "another log", "export of the memories");
        }
    }
}
