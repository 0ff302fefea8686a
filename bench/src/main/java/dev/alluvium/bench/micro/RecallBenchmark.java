package dev.alluvium.bench.micro;

import dev.alluvium.state.change.MemoryHeader;
import dev.alluvium.state.option.MemoryOptions;
import dev.alluvium.state.recall.RecallRequest;
import dev.alluvium.state.recall.RecallRequest.Mode;
import dev.alluvium.state.recall.RecallResult;
import dev.alluvium.state.recall.RecordFilter;
import dev.alluvium.state.recall.RecordIndex;
import dev.alluvium.state.recall.RecordPage;
import dev.alluvium.state.recall.RecordView;
import dev.alluvium.state.record.MemoryRecord;
import dev.alluvium.state.scope.ScopeNode;
import dev.alluvium.state.text.TextAnalyzer;
import dev.alluvium.state.vector.CosineCalibration;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What a recall costs on a view, and what a write costs until the next view, by the size of the
 * memory: records of a dozen words and 384 dimensions in 200 scopes.
 */
@State(Scope.Benchmark)
@BenchmarkMode(org.openjdk.jmh.annotations.Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 3, time = 2)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xmx2g", "--add-modules=jdk.incubator.vector"})
public class RecallBenchmark {

    private static final int DIMENSION = 384;
    private static final int VOCABULARY = 20_000;
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final RecordFilter ALL = new RecordFilter(null, null, null, true, null, null);

    private static final dev.alluvium.state.scope.Scope ROOT = dev.alluvium.state.scope.Scope.ROOT;
    private static final dev.alluvium.state.scope.Scope PROJECT =
            dev.alluvium.state.scope.Scope.of("/project/7");

    @Param({"1000", "10000", "100000"})
    public int records;

    private final Random random = new Random(42);
    private final RecordIndex index =
            new RecordIndex(CosineCalibration.identity(), new TextAnalyzer());
    private RecordView view;
    private float[] query;
    private String text;
    private float[] appended;
    private long next;
    private long touched;

    @Setup(Level.Trial)
    public void fill() {
        for (int i = 0; i < records; i++) {
            index.put(next, record(next++), vector());
        }
        view = index.view();
        query = vector();
        appended = vector();
        text = words(6);
    }

    @Benchmark
    public RecallResult hybrid() {
        return recall(Mode.HYBRID, List.of(ROOT), 10);
    }

    @Benchmark
    public RecallResult hybridOfAThousand() {
        return recall(Mode.HYBRID, List.of(ROOT), 1000);
    }

    @Benchmark
    public RecallResult hybridInOneScope() {
        return recall(Mode.HYBRID, List.of(PROJECT), 10);
    }

    @Benchmark
    public RecallResult semantic() {
        return recall(Mode.SEMANTIC, List.of(ROOT), 10);
    }

    @Benchmark
    public RecallResult lexical() {
        return recall(Mode.LEXICAL, List.of(ROOT), 10);
    }

    @Benchmark
    public RecordPage newest() {
        return view.list(ALL, 100, null);
    }

    @Benchmark
    public ScopeNode tree() {
        return view.tree(ALL, ROOT, 3);
    }

    /** A write of one record, and the view that shows it. */
    @Benchmark
    public RecordView append() {
        index.put(next, record(next++), appended);
        return index.view();
    }

    /** The touch that follows a recall of ten records, and the view that shows it. */
    @Benchmark
    public RecordView touchTen() {
        for (int i = 0; i < 10; i++) {
            touched = (touched + 7919) % records;
            index.put(touched, record(touched), null);
        }
        return index.view();
    }

    private RecallResult recall(Mode mode, List<dev.alluvium.state.scope.Scope> scopes, int limit) {
        return view.recall(
                MemoryHeader.EMPTY,
                new RecallRequest(
                        text,
                        query,
                        scopes,
                        null,
                        null,
                        false,
                        limit,
                        mode,
                        MemoryOptions.DEFAULTS,
                        Map.of(),
                        null,
                        NOW,
                        null,
                        null,
                        NOW));
    }

    /** The same record for the same ordinal. */
    private MemoryRecord record(long ordinal) {
        Random own = new Random(ordinal);
        StringBuilder content = new StringBuilder();
        for (int i = 0; i < 12; i++) {
            content.append(word(own)).append(' ');
        }
        Instant created = NOW.minus(Duration.ofMinutes(own.nextInt(200_000)));
        return new MemoryRecord(
                "r" + ordinal,
                1,
                content.toString(),
                dev.alluvium.state.scope.Scope.of("/project/" + own.nextInt(200)),
                List.of("c" + own.nextInt(5)),
                Map.of(),
                own.nextInt(11) / 10.0,
                null,
                false,
                created,
                created,
                created,
                null,
                created,
                null);
    }

    private String words(int count) {
        StringBuilder words = new StringBuilder();
        for (int i = 0; i < count; i++) {
            words.append(word(random)).append(' ');
        }
        return words.toString();
    }

    /** Words are drawn so that few are common, as in a language. */
    private static String word(Random random) {
        double even = random.nextDouble();
        return "w" + Integer.toString((int) (VOCABULARY * even * even * even), 36) + "x";
    }

    private float[] vector() {
        float[] vector = new float[DIMENSION];
        double squares = 0;
        for (int i = 0; i < DIMENSION; i++) {
            vector[i] = (float) random.nextGaussian();
            squares += vector[i] * vector[i];
        }
        for (int i = 0; i < DIMENSION; i++) {
            vector[i] /= (float) Math.sqrt(squares);
        }
        return vector;
    }
}
