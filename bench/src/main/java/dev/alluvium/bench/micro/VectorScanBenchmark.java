package dev.alluvium.bench.micro;

import dev.alluvium.state.vector.QueryVector;
import dev.alluvium.state.vector.VectorColumn;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How near the scan of 100,000 vectors of 384 components comes to reading as many bytes, the best
 * any scan can do. An operation is a byte of codes, so ops/ns are GB/s; 38.4 divided by them is the
 * milliseconds of one scan.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
        value = 1,
        jvmArgsAppend = {"--add-modules", "jdk.incubator.vector"})
public class VectorScanBenchmark {
    private static final int ROWS = 100_000;
    private static final int BYTES = ROWS * TextLikeVectors.DIMENSION;

    private VectorColumn column;
    private QueryVector query;
    private float[] scores;
    private int[] plain;

    @Setup
    public void fill() {
        TextLikeVectors vectors = new TextLikeVectors(1);
        column = new VectorColumn(TextLikeVectors.DIMENSION);
        for (int row = 0; row < ROWS; row++) {
            column.set(row, vectors.next());
        }
        query = column.query(vectors.next());
        scores = new float[ROWS];
        plain = new int[BYTES / Integer.BYTES];
        Arrays.setAll(plain, i -> i);
    }

    @Benchmark
    @OperationsPerInvocation(BYTES)
    public float[] scan() {
        column.scores(query, 0, ROWS, scores);
        return scores;
    }

    @Benchmark
    @OperationsPerInvocation(BYTES)
    @Fork(value = 1, jvmArgsAppend = "-Dalluvium.vector.scalar=true")
    public float[] scanScalar() {
        return scan();
    }

    /** The reference: a sum over as many bytes, which HotSpot vectorises. */
    @Benchmark
    @OperationsPerInvocation(BYTES)
    public int readMemory() {
        int sum = 0;
        for (int value : plain) {
            sum += value;
        }
        return sum;
    }
}
