package dev.alluvium.job.bootstrap;

import dev.alluvium.job.MemoryJob;
import dev.alluvium.operators.embed.EmbedFunction;
import dev.alluvium.operators.embed.EmbedSettings;
import dev.alluvium.operators.embed.ScreenFunction;
import dev.alluvium.operators.log.LoggedCommand;
import dev.alluvium.operators.log.LoggedCommandType;
import dev.alluvium.operators.memory.BootstrapFunction;
import dev.alluvium.operators.memory.BootstrapLedger;
import dev.alluvium.operators.memory.MemorySettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.checkpoint.metadata.CheckpointMetadata;
import org.apache.flink.state.api.OperatorIdentifier;
import org.apache.flink.state.api.OperatorTransformation;
import org.apache.flink.state.api.SavepointWriter;
import org.apache.flink.state.api.runtime.SavepointLoader;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.apache.flink.streaming.api.datastream.AsyncDataStream;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;

/**
 * The bounded job that writes a savepoint for {@link MemoryJob} to start from: commands that never
 * were in the log, embedded and applied as those of the log are. It sorts them by memory first, so
 * that it holds one memory's indexes at a time and no more than it is given.
 */
public final class BootstrapJob {

    private static final OperatorIdentifier MEMORY = OperatorIdentifier.forUid("memory");
    private static final int EMBEDDING_AT_ONCE = 16;

    private BootstrapJob() {}

    /**
     * @param known when the memories learn it all
     * @param ledgerName of the {@link BootstrapLedger} that is kept
     * @param savepoint a directory, which is written to
     */
    public static StreamGraph build(
            StreamExecutionEnvironment environment,
            CommandFeed feed,
            Instant known,
            int parallelism,
            EmbedSettings embedding,
            MemorySettings memory,
            String ledgerName,
            Path savepoint) {
        environment.setRuntimeMode(RuntimeExecutionMode.BATCH);
        environment.setParallelism(parallelism);
        environment.setMaxParallelism(MemoryJob.MAX_PARALLELISM);
        DataStream<LoggedCommand> commands =
                embedded(
                        environment,
                        new FeedFunction(feed, known.toEpochMilli(), ledgerName),
                        embedding);
        SavepointWriter.newSavepoint(
                        environment, new EmbeddedRocksDBStateBackend(), MemoryJob.MAX_PARALLELISM)
                .withOperator(
                        MEMORY,
                        OperatorTransformation.bootstrapWith(commands)
                                .keyBy(new ByMemory(), Types.STRING)
                                .transform(new BootstrapFunction(memory, ledgerName)))
                .write(savepoint.toUri().toString());
        return environment.getStreamGraph();
    }

    /** Throws where the savepoint lacks a part, which Flink would not tell. */
    public static void check(Path savepoint, int parallelism) throws IOException {
        CheckpointMetadata written =
                SavepointLoader.loadSavepointMetadata(savepoint.toUri().toString());
        int parts =
                written.getOperatorStates().stream()
                        .filter(state -> state.getOperatorID().equals(MEMORY.getOperatorId()))
                        .mapToInt(OperatorState::getNumberCollectedStates)
                        .sum();
        if (parts != parallelism) {
            throw new IOException(
                    "the savepoint has the state of "
                            + parts
                            + " of "
                            + parallelism
                            + " writers; what was written is of no use, the log says why");
        }
    }

    /** In one thread of order; the time of each is its place, by which they are sorted. */
    private static DataStream<LoggedCommand> embedded(
            StreamExecutionEnvironment environment, FeedFunction feed, EmbedSettings embedding) {
        DataStream<LoggedCommand> screened =
                environment
                        .fromSource(
                                new NumberSequenceSource(1, 1),
                                WatermarkStrategy.noWatermarks(),
                                "begin")
                        .setParallelism(1)
                        .flatMap(feed)
                        .returns(LoggedCommandType.INSTANCE)
                        .setParallelism(1)
                        .name("commands")
                        .process(new ScreenFunction(embedding))
                        .returns(LoggedCommandType.INSTANCE)
                        .setParallelism(1)
                        .name("screen");
        return AsyncDataStream.orderedWait(
                        screened,
                        new EmbedFunction(embedding),
                        0,
                        TimeUnit.MILLISECONDS,
                        EMBEDDING_AT_ONCE)
                .returns(LoggedCommandType.INSTANCE)
                .setParallelism(1)
                .name("embed")
                .assignTimestampsAndWatermarks(
                        WatermarkStrategy.<LoggedCommand>noWatermarks()
                                .withTimestampAssigner((entry, time) -> entry.position().offset()))
                .setParallelism(1);
    }

    /** Each memory's commands go to the writer of its key group. */
    private static final class ByMemory implements KeySelector<LoggedCommand, String> {

        @Override
        public String getKey(LoggedCommand entry) {
            return entry.key();
        }
    }
}
