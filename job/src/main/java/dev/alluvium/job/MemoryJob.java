package dev.alluvium.job;

import dev.alluvium.job.kafka.KafkaEnds;
import dev.alluvium.operators.decide.DecideFunction;
import dev.alluvium.operators.decide.DecideSettings;
import dev.alluvium.operators.decide.DistillFunction;
import dev.alluvium.operators.decide.ModelFunction;
import dev.alluvium.operators.decide.OpenQuestion;
import dev.alluvium.operators.embed.EmbedFunction;
import dev.alluvium.operators.embed.EmbedSettings;
import dev.alluvium.operators.embed.ReembedFunction;
import dev.alluvium.operators.embed.ScreenFunction;
import dev.alluvium.operators.embed.VectorRequest;
import dev.alluvium.operators.log.LoggedCommand;
import dev.alluvium.operators.log.LoggedCommandType;
import dev.alluvium.operators.log.RejectedCommand;
import dev.alluvium.operators.memory.MemoryOperatorFactory;
import dev.alluvium.operators.memory.MemorySettings;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.datastream.AsyncDataStream;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.async.RichAsyncFunction;
import org.apache.flink.streaming.api.graph.StreamGraph;

/**
 * The job: commands from the log, screened and embedded in order, applied by the operator that owns
 * their memory; events and rejections out, and what a language model decides, and what is embedded
 * anew, back into the log. Operator uids are part of the state's format and never change.
 */
public final class MemoryJob {

    /** The job's name, and that of the registry its subtasks enter in each process. */
    public static final String NAME = "alluvium";

    /** The operator that holds the memories. */
    public static final String MEMORY_UID = "memory";

    /** Key groups: fixed by the first checkpoint, so the most subtasks there can ever be. */
    public static final int MAX_PARALLELISM = 128;

    /** Commands being embedded at once in a subtask; each may hold a batch of a thousand texts. */
    private static final int EMBEDDING_AT_ONCE = 64;

    private MemoryJob() {}

    /**
     * @param acceptLogGap whether the job goes on where commands that it has not applied are no
     *     longer in the log
     */
    public static StreamGraph build(
            StreamExecutionEnvironment environment,
            String bootstrapServers,
            boolean acceptLogGap,
            int parallelism,
            EmbedSettings embedding,
            MemorySettings memory,
            DecideSettings deciding) {
        if (parallelism > MAX_PARALLELISM) {
            throw new IllegalArgumentException(
                    "parallelism %d is more than the %d key groups that memories are shared out in for ever; give at most that"
                            .formatted(parallelism, MAX_PARALLELISM));
        }
        environment.setParallelism(parallelism);
        environment.setMaxParallelism(MAX_PARALLELISM);
        environment.getConfig().enableObjectReuse();

        SingleOutputStreamOperator<LoggedCommand> screened =
                environment
                        .fromSource(
                                KafkaEnds.commands(bootstrapServers, acceptLogGap),
                                WatermarkStrategy.noWatermarks(),
                                "commands",
                                LoggedCommandType.INSTANCE)
                        .uid("commands")
                        .process(new ScreenFunction(embedding))
                        .returns(LoggedCommandType.INSTANCE)
                        .name("screen")
                        .uid("screen");

        SingleOutputStreamOperator<LoggedCommand> embedded =
                AsyncDataStream.orderedWait(
                                screened,
                                new EmbedFunction(embedding),
                                0,
                                TimeUnit.MILLISECONDS,
                                EMBEDDING_AT_ONCE)
                        .returns(LoggedCommandType.INSTANCE)
                        .name("embed")
                        .uid("embed");

        SingleOutputStreamOperator<Tuple2<String, byte[]>> events =
                embedded.keyBy(LoggedCommand::key, Types.STRING)
                        .transform(
                                "memory",
                                Types.TUPLE(Types.STRING, Types.PRIMITIVE_ARRAY(Types.BYTE)),
                                new MemoryOperatorFactory(memory))
                        .uid(MEMORY_UID);

        events.sinkTo(KafkaEnds.events(bootstrapServers))
                .name("events")
                .uid("events")
                .disableChaining();
        answered(
                        events.getSideOutput(OpenQuestion.TAG),
                        new DecideFunction(deciding),
                        ModelFunction.MAX_WAITING,
                        "decide")
                .union(
                        answered(
                                events.getSideOutput(OpenQuestion.SESSIONS),
                                new DistillFunction(deciding),
                                ModelFunction.MAX_WAITING,
                                "distill"),
                        answered(
                                events.getSideOutput(VectorRequest.TAG),
                                new ReembedFunction(embedding, deciding.decided()),
                                ReembedFunction.MAX_WAITING,
                                "reembed"))
                .sinkTo(KafkaEnds.decisions(bootstrapServers))
                .name("decisions")
                .uid("decisions")
                .disableChaining();
        screened.getSideOutput(RejectedCommand.TAG)
                .union(events.getSideOutput(RejectedCommand.TAG))
                .sinkTo(KafkaEnds.rejected(bootstrapServers))
                .name("rejected")
                .uid("rejected")
                .disableChaining();
        return environment.getStreamGraph();
    }

    /** The commands that answer questions. A task of its own, so that nothing else waits for it. */
    private static SingleOutputStreamOperator<Tuple2<String, byte[]>> answered(
            DataStream<Tuple2<String, byte[]>> questions,
            RichAsyncFunction<Tuple2<String, byte[]>, Tuple2<String, byte[]>> function,
            int mostWaiting,
            String uid) {
        return AsyncDataStream.unorderedWait(
                        questions, function, 0, TimeUnit.MILLISECONDS, mostWaiting + 1)
                .returns(OpenQuestion.TYPE)
                .name(uid)
                .uid(uid)
                .disableChaining();
    }
}
