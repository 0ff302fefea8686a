package dev.alluvium.operators.memory;

import dev.alluvium.state.codec.RowCodec;
import dev.alluvium.state.vector.NearIndex;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.StreamSupport;

/**
 * The near-duplicate indexes of the memories that are being written, within a budget of bytes:
 * built from keyed state when a memory is first written to, kept in step with its rows, and let go
 * least recently used first. For the operator's thread.
 */
final class NearIndexes {

    private final RowStates states;
    private final long maxBytes;
    private final LinkedHashMap<String, NearIndex> indexes = new LinkedHashMap<>(16, 0.75f, true);
    private String key;
    private long bytes;

    NearIndexes(RowStates states, long maxBytes) {
        this.states = states;
        this.maxBytes = maxBytes;
    }

    /**
     * Makes {@code current} the memory that the other methods mean; it is the key of the state,
     * too.
     */
    void select(String current) {
        key = current;
    }

    /** The index of the current memory, for vectors of {@code dimension}. */
    NearIndex current(int dimension) {
        NearIndex index = indexes.get(key);
        if (index == null) {
            index = Checked.get(() -> build(dimension));
            indexes.put(key, index);
            bytes += index.bytes();
            makeRoom();
        }
        return index;
    }

    /**
     * Current rows of the current memory that are probably near {@code unit}, nearest first.
     *
     * @param minCosine of the vectors as they are
     */
    long[] near(float[] unit, double minCosine, int limit) {
        return current(unit.length).near(unit, minCosine, limit);
    }

    void added(long ordinal, float[] unit) {
        NearIndex index = indexes.get(key);
        if (index == null) {
            return;
        }
        long before = index.bytes();
        index.add(ordinal, unit);
        if (index.wantsMean()) {
            index = Checked.get(() -> learn(unit.length));
            indexes.put(key, index);
        }
        bytes += index.bytes() - before;
        makeRoom();
    }

    void removed(long ordinal) {
        NearIndex index = indexes.get(key);
        if (index != null) {
            long before = index.bytes();
            index.remove(ordinal);
            bytes += index.bytes() - before;
        }
    }

    void cleared() {
        NearIndex index = indexes.remove(key);
        if (index != null) {
            bytes -= index.bytes();
        }
    }

    private NearIndex build(int dimension) throws Exception {
        byte[] mean = states.mean.value();
        NearIndex index = new NearIndex(dimension, mean == null ? null : RowCodec.vector(mean));
        for (Map.Entry<Long, byte[]> row : states.vectors.entries()) {
            if (RowCodec.isCurrent(row.getValue())) {
                index.add(row.getKey(), RowCodec.vector(row.getValue()));
            }
        }
        return index.wantsMean() ? learn(dimension) : index;
    }

    /**
     * Learns the mean once, of the vectors there are now, keeps it in state and builds the index
     * anew with it.
     */
    private NearIndex learn(int dimension) throws Exception {
        float[] mean =
                NearIndex.meanOf(
                        () ->
                                StreamSupport.stream(
                                                Checked.get(states.vectors::values).spliterator(),
                                                false)
                                        .filter(RowCodec::isCurrent)
                                        .map(RowCodec::vector)
                                        .iterator());
        states.mean.update(RowCodec.vector(mean, true));
        return build(dimension);
    }

    private void makeRoom() {
        Iterator<Map.Entry<String, NearIndex>> oldest = indexes.entrySet().iterator();
        while (bytes > maxBytes && indexes.size() > 1) {
            Map.Entry<String, NearIndex> entry = oldest.next();
            if (entry.getKey().equals(key)) {
                continue;
            }
            bytes -= entry.getValue().bytes();
            oldest.remove();
        }
    }
}
