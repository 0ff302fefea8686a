package dev.alluvium.bench.micro;

import dev.alluvium.state.consolidate.Distinction;
import dev.alluvium.state.consolidate.TextFingerprint;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What the text rules of consolidation cost: the fingerprint on every write, the rest on a few. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class DistinctionBenchmark {
    @Param({
        "The user prefers green tea over coffee in the morning and lives in Paris",
        "用户早上喜欢喝绿茶而不是咖啡，住在巴黎"
    })
    String text;

    @Benchmark
    public TextFingerprint fingerprint() {
        return TextFingerprint.of(text);
    }

    @Benchmark
    public Optional<String> distinctionOfTheSame() {
        return Distinction.between(text, text + ".");
    }

    @Benchmark
    public Optional<String> distinctionOfOthers() {
        return Distinction.between(text, text + " 7");
    }
}
