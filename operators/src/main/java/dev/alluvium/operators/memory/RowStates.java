package dev.alluvium.operators.memory;

import java.time.Duration;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.StateTtlConfig;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;

/**
 * The keyed states that hold the rows of memories. Keys and values are primitives of Flink and
 * bytes of {@link dev.alluvium.state.codec.RowCodec}, so that the formats are ours to version.
 * Ordinals are keys of eight big-endian bytes: RocksDB iterates them in order.
 */
final class RowStates {

    private static final TypeInformation<byte[]> BYTES =
            PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO;

    /** How long a repeat of an idempotency key is recognised. */
    static final Duration ANSWERS_KEPT = Duration.ofDays(7);

    final ValueState<byte[]> header;
    final MapState<Long, byte[]> records;
    final MapState<Long, byte[]> vectors;
    final MapState<String, byte[]> recordRows;
    final MapState<String, byte[]> fingerprints;
    final MapState<Long, byte[]> turns;
    final MapState<String, Long> turnRows;
    final MapState<Long, byte[]> entities;
    final MapState<Long, byte[]> facts;
    final MapState<Long, byte[]> factVectors;
    final MapState<String, byte[]> graphIndex;
    final MapState<String, byte[]> timelines;
    final MapState<String, byte[]> answers;
    final MapState<String, byte[]> pending;
    final MapState<String, byte[]> undistilled;
    final ValueState<byte[]> mean;

    RowStates(RuntimeContext context) {
        header = context.getState(new ValueStateDescriptor<>("header", BYTES));
        records = context.getMapState(new MapStateDescriptor<>("records", Types.LONG, BYTES));
        vectors = context.getMapState(new MapStateDescriptor<>("vectors", Types.LONG, BYTES));
        recordRows =
                context.getMapState(new MapStateDescriptor<>("record-rows", Types.STRING, BYTES));
        fingerprints =
                context.getMapState(new MapStateDescriptor<>("fingerprints", Types.STRING, BYTES));
        turns = context.getMapState(new MapStateDescriptor<>("turns", Types.LONG, BYTES));
        turnRows =
                context.getMapState(
                        new MapStateDescriptor<>("turn-rows", Types.STRING, Types.LONG));
        entities = context.getMapState(new MapStateDescriptor<>("entities", Types.LONG, BYTES));
        facts = context.getMapState(new MapStateDescriptor<>("facts", Types.LONG, BYTES));
        factVectors =
                context.getMapState(new MapStateDescriptor<>("fact-vectors", Types.LONG, BYTES));
        graphIndex =
                context.getMapState(new MapStateDescriptor<>("graph-index", Types.STRING, BYTES));
        timelines = context.getMapState(new MapStateDescriptor<>("timelines", Types.STRING, BYTES));
        MapStateDescriptor<String, byte[]> kept =
                new MapStateDescriptor<>("answers", Types.STRING, BYTES);
        kept.enableTimeToLive(
                StateTtlConfig.newBuilder(ANSWERS_KEPT)
                        .cleanupInRocksdbCompactFilter(1000)
                        .build());
        answers = context.getMapState(kept);
        pending = context.getMapState(new MapStateDescriptor<>("pending", Types.STRING, BYTES));
        undistilled =
                context.getMapState(new MapStateDescriptor<>("undistilled", Types.STRING, BYTES));
        mean = context.getState(new ValueStateDescriptor<>("mean", BYTES));
    }

    /** Deletes every row of the current key, its header excepted. */
    void clear() {
        clearVectors();
        records.clear();
        recordRows.clear();
        fingerprints.clear();
        turns.clear();
        turnRows.clear();
        entities.clear();
        facts.clear();
        graphIndex.clear();
        timelines.clear();
        answers.clear();
        pending.clear();
        undistilled.clear();
    }

    /** Deletes the vectors of the current key that have rows of their own. */
    void clearVectors() {
        vectors.clear();
        factVectors.clear();
        mean.clear();
    }
}
