package dev.alluvium.cli.cluster;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.serialization.SimpleStringSchema;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.graph.StreamGraph;

/**
 * Counts words from Kafka in keyed state; a word that is applied twice or not at all shows in its
 * count.
 */
final class CountingJob {

    /** What the running job holds, as far as it has said so since {@link #reset()}. */
    private static final Map<String, Long> COUNTS = new ConcurrentHashMap<>();

    private static final AtomicLong APPLIED = new AtomicLong();
    private static final AtomicBoolean FAIL_NEXT = new AtomicBoolean();

    private CountingJob() {}

    static void reset() {
        COUNTS.clear();
        APPLIED.set(0);
        FAIL_NEXT.set(false);
    }

    static void failNext() {
        FAIL_NEXT.set(true);
    }

    static Map<String, Long> counts() {
        return Map.copyOf(COUNTS);
    }

    static long total() {
        return COUNTS.values().stream().mapToLong(Long::longValue).sum();
    }

    static long applied() {
        return APPLIED.get();
    }

    static StreamGraph graph(
            StreamExecutionEnvironment environment, String bootstrapServers, String topic) {
        environment.setMaxParallelism(128);
        KafkaSource<String> source =
                KafkaSource.<String>builder()
                        .setBootstrapServers(bootstrapServers)
                        .setTopics(topic)
                        .setGroupId("counting")
                        .setStartingOffsets(OffsetsInitializer.earliest())
                        .setValueOnlyDeserializer(new SimpleStringSchema())
                        .build();
        environment
                .fromSource(source, WatermarkStrategy.noWatermarks(), "words")
                .uid("words")
                .keyBy(word -> word)
                .map(new Count())
                .uid("count")
                .sinkTo(new DiscardingSink<>())
                .uid("end");
        return environment.getStreamGraph();
    }

    private static final class Count extends RichMapFunction<String, Long> {

        private transient ValueState<Long> count;

        @Override
        public void open(OpenContext context) {
            count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Types.LONG));
        }

        @Override
        public Long map(String word) throws Exception {
            if (FAIL_NEXT.compareAndSet(true, false)) {
                throw new IllegalStateException("told to fail");
            }
            long next = count.value() == null ? 1 : count.value() + 1;
            count.update(next);
            COUNTS.put(word, next);
            APPLIED.incrementAndGet();
            return next;
        }
    }
}
