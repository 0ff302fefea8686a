package dev.alluvium.bench.micro;

import dev.alluvium.bench.graph.GraphRows;
import dev.alluvium.bench.graph.World;
import dev.alluvium.bench.graph.World.Tie;
import dev.alluvium.state.change.Change;
import dev.alluvium.state.graph.EntityRef;
import dev.alluvium.state.graph.read.GraphMatches;
import dev.alluvium.state.graph.read.GraphPage;
import dev.alluvium.state.graph.read.GraphView;
import dev.alluvium.state.graph.read.Moment;
import dev.alluvium.state.graph.read.OpenedNodes;
import dev.alluvium.state.text.TextAnalyzer;
import dev.alluvium.state.vector.CosineCalibration;
import dev.alluvium.state.view.MemoryView;
import dev.alluvium.state.view.ViewBuilder;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What reads of a graph cost on a view, and what a fact costs until the next view, by the size of
 * the graph: three observations an entity, and relations that are skewed to some targets.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 3, time = 2)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xmx2g", "--add-modules=jdk.incubator.vector"})
public class GraphBenchmark {

    private static final int OBSERVATIONS = 3;
    private static final int QUESTIONS = 1_024;
    private static final Instant KNOWN = Instant.parse("2026-01-01T00:00:00Z");
    private static final Moment NOW = new Moment(KNOWN.plusSeconds(86_400), null);
    private static final Moment THEN =
            new Moment(Instant.parse("2024-01-01T00:00:00Z"), KNOWN.plusSeconds(3_600));

    @Param({"1000", "20000"})
    public int entities;

    @Param({"1000", "75000"})
    public int relations;

    private ViewBuilder builder;
    private GraphView graph;
    private String[] questions;
    private List<List<EntityRef>> names;
    private Change[] rows;
    private int at;

    @Setup(Level.Trial)
    public void fill() {
        World world = new World(42);
        for (int i = 0; i < entities; i++) {
            world.thing(OBSERVATIONS);
        }
        List<Tie> ties = Stream.generate(world::tie).limit(relations).toList();
        rows = GraphRows.of(world.things(), ties, KNOWN).toArray(Change[]::new);
        builder = new ViewBuilder(CosineCalibration.identity(), new TextAnalyzer());
        for (Change row : rows) {
            builder.apply(row);
        }
        graph = builder.view().graph();
        questions = new String[QUESTIONS];
        for (int i = 0; i < QUESTIONS; i++) {
            questions[i] = world.question(i);
        }
        names =
                Stream.generate(
                                () ->
                                        Stream.generate(world::anyThing)
                                                .map(each -> EntityRef.of(each.name()))
                                                .limit(5)
                                                .toList())
                        .limit(QUESTIONS)
                        .toList();
    }

    @Benchmark
    public GraphMatches search() {
        return graph.search(questions[at++ % QUESTIONS], null, 10, NOW);
    }

    @Benchmark
    public GraphMatches searchThePast() {
        return graph.search(questions[at++ % QUESTIONS], null, 10, THEN);
    }

    @Benchmark
    public OpenedNodes openFive() {
        return graph.open(names.get(at++ % QUESTIONS), NOW);
    }

    @Benchmark
    public String card() {
        return graph.card(12, 5, 0, NOW);
    }

    @Benchmark
    public String cardOfThePast() {
        return graph.card(12, 5, 0, THEN);
    }

    @Benchmark
    public GraphPage page() {
        return graph.page(100, null, NOW);
    }

    /** A fact that is put again, and the view that shows it. */
    @Benchmark
    public MemoryView put() {
        at = (at + 7919) % rows.length;
        builder.apply(rows[at]);
        return builder.view();
    }
}
