package dev.alluvium.job.bootstrap;

import dev.alluvium.operators.log.LoggedCommand;
import dev.alluvium.operators.memory.BootstrapLedger;
import dev.alluvium.state.Position;
import dev.alluvium.state.command.Command;
import dev.alluvium.state.command.CommandCodec;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.util.Collector;

/**
 * Gives the commands of a feed what the log would have given them: a position and a time. The
 * partition is none that a log can have, so that no id is made twice.
 */
final class FeedFunction implements FlatMapFunction<Long, LoggedCommand> {

    private static final int BEFORE_ALL_PARTITIONS = Integer.MAX_VALUE;

    private final CommandFeed feed;
    private final long knownMillis;
    private final String ledgerName;

    /**
     * @param knownMillis when the memories learn it all, in milliseconds since the epoch
     */
    FeedFunction(CommandFeed feed, long knownMillis, String ledgerName) {
        this.feed = feed;
        this.knownMillis = knownMillis;
        this.ledgerName = ledgerName;
    }

    @Override
    public void flatMap(Long begin, Collector<LoggedCommand> out) throws Exception {
        BootstrapLedger ledger = BootstrapLedger.of(ledgerName);
        long[] next = {0};
        feed.read(
                command -> {
                    ledger.read();
                    out.collect(entry(command, next[0]++));
                });
    }

    private LoggedCommand entry(Command command, long offset) {
        return new LoggedCommand(
                command.memory().key(),
                new Position(BEFORE_ALL_PARTITIONS, offset),
                knownMillis,
                CommandCodec.encode(command));
    }
}
