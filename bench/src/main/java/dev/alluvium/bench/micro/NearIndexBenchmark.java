package dev.alluvium.bench.micro;

import com.github.jelmerk.hnswlib.core.DistanceFunctions;
import com.github.jelmerk.hnswlib.core.Item;
import com.github.jelmerk.hnswlib.core.hnsw.HnswIndex;
import dev.alluvium.state.vector.NearIndex;
import dev.alluvium.state.vector.Sketch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What a write pays to learn whether a memory of so many records knows it already: one search and
 * one addition, ours and a graph index's, each with the share of planted near-duplicates (cosine
 * 0.98 with the mean subtracted) it finds printed at the start.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3)
@Measurement(iterations = 5)
@Fork(1)
public class NearIndexBenchmark {
    private static final int WRITES = 1000;
    private static final int PLANTED = 1000;
    private static final int CANDIDATES = 8;
    private static final double SAME = 0.98;

    /** The memory before the writes that are measured. */
    @State(Scope.Benchmark)
    public static class Memory {
        @Param({"1000", "10000", "100000"})
        int records;

        float[][] written;
        float[][] known;
        float[] mean;
        TextLikeVectors vectors;

        @Setup
        public void draw() {
            vectors = new TextLikeVectors(1);
            known = new float[records][];
            written = new float[WRITES][];
            Arrays.setAll(known, i -> vectors.next());
            Arrays.setAll(written, i -> vectors.next());
            mean = NearIndex.meanOf(Arrays.asList(known).subList(0, 1000));
        }

        void printShareFound(String index, Search search) {
            int found = 0;
            for (int i = 0; i < PLANTED; i++) {
                int original = vectors.nextIndex(records);
                float[] near = vectors.near(known[original], mean, SAME);
                found += search.finds(near, original) ? 1 : 0;
            }
            System.out.printf(
                    "%s among %d: %.4f of planted near-duplicates found%n",
                    index, records, (double) found / PLANTED);
        }

        /** Whether an index, asked for {@code near}, answers with {@code original}. */
        interface Search {
            boolean finds(float[] near, int original);
        }
    }

    /** Ours. */
    @State(Scope.Benchmark)
    public static class Sketches {
        NearIndex index;
        int next;

        @Setup
        public void fill(Memory memory) {
            index = new NearIndex(TextLikeVectors.DIMENSION, memory.mean);
            for (float[] vector : memory.known) {
                index.add(next++, vector);
            }
            memory.printShareFound(
                    "NearIndex",
                    (near, original) ->
                            Arrays.stream(index.near(index.sketch(near), SAME, CANDIDATES))
                                    .anyMatch(each -> each == original));
            System.out.printf("NearIndex: %d bytes a vector%n", index.bytes() / memory.records);
        }

        @TearDown(Level.Iteration)
        public void removeWritten(Memory memory) {
            while (next > memory.records) {
                index.remove(--next);
            }
        }
    }

    /** A vector in the peer's index. */
    record Numbered(Integer id, float[] vector) implements Item<Integer, float[]> {
        private static final long serialVersionUID = 1;

        @Override
        public int dimensions() {
            return vector.length;
        }
    }

    /** The peer: hnswlib-core with its usual parameters. */
    @State(Scope.Benchmark)
    public static class Graph {
        HnswIndex<Integer, float[], Numbered, Float> index;
        int next;

        @Setup
        public void fill(Memory memory) throws InterruptedException {
            index =
                    HnswIndex.newBuilder(
                                    TextLikeVectors.DIMENSION,
                                    DistanceFunctions.FLOAT_INNER_PRODUCT,
                                    memory.records + 20 * WRITES)
                            .withM(16)
                            .withEf(50)
                            .withEfConstruction(100)
                            .build();
            List<Numbered> known = new ArrayList<>();
            for (float[] vector : memory.known) {
                known.add(new Numbered(next++, vector));
            }
            index.addAll(known);
            memory.printShareFound(
                    "hnswlib-core",
                    (near, original) ->
                            index.findNearest(near, CANDIDATES).stream()
                                    .anyMatch(each -> each.item().id() == original));
        }
    }

    @Benchmark
    @OperationsPerInvocation(WRITES)
    public long nearAndAdd(Memory memory, Sketches sketches) {
        long candidates = 0;
        for (float[] vector : memory.written) {
            Sketch sketch = sketches.index.sketch(vector);
            candidates += sketches.index.near(sketch, SAME, CANDIDATES).length;
            sketches.index.add(sketches.next++, sketch);
        }
        return candidates;
    }

    @Benchmark
    @OperationsPerInvocation(WRITES)
    public long graphNearAndAdd(Memory memory, Graph graph) {
        long candidates = 0;
        for (float[] vector : memory.written) {
            candidates += graph.index.findNearest(vector, CANDIDATES).size();
            graph.index.add(new Numbered(graph.next++, vector));
        }
        return candidates;
    }
}
