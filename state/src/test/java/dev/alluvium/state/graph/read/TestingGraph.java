package dev.alluvium.state.graph.read;

import dev.alluvium.state.core.TestingMemory;
import dev.alluvium.state.graph.EntityRef;
import dev.alluvium.state.outcome.CommandOutcome;
import dev.alluvium.state.query.ViewQuery;
import dev.alluvium.state.text.TextAnalyzer;
import dev.alluvium.state.vector.CosineCalibration;
import dev.alluvium.state.view.MemoryView;
import dev.alluvium.state.view.ViewBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** A memory without a cluster whose graph is read from the view that follows its changes. */
public final class TestingGraph {

    private static final TextAnalyzer ANALYZER = new TextAnalyzer();

    private final TestingMemory memory = new TestingMemory();
    private final ViewBuilder builder = builder();

    public static ViewBuilder builder() {
        return new ViewBuilder(CosineCalibration.identity(), ANALYZER);
    }

    public TestingMemory memory() {
        return memory;
    }

    public CommandOutcome apply(String kind, String json) {
        CommandOutcome outcome = memory.apply(kind, json);
        memory.lastChanges().forEach(builder::apply);
        return outcome;
    }

    /** States entities, observations and relations; unknown entities are created. */
    public CommandOutcome state(String json) {
        return apply("assert_facts", "{create_missing: true, " + json + "}");
    }

    /** States an entity with observations. */
    public CommandOutcome entity(String name, String type, String... observations) {
        return state(
                "entities: [{name: '"
                        + name
                        + "', type: '"
                        + type
                        + "', observations: ["
                        + String.join(",", Stream.of(observations).map(o -> "'" + o + "'").toList())
                        + "]}]");
    }

    /** States observations of an entity, each an object. */
    public CommandOutcome observe(String entity, String... observations) {
        return state(
                "observations: [{entity: '"
                        + entity
                        + "', observations: ["
                        + String.join(",", observations)
                        + "]}]");
    }

    public CommandOutcome relate(String source, String type, String target) {
        return relate("{source: '" + source + "', type: '" + type + "', target: '" + target + "'}");
    }

    /** States relations, each an object. */
    public CommandOutcome relate(String... relations) {
        return state("relations: [" + String.join(",", relations) + "]");
    }

    public CommandOutcome revise(String id, String revision, String fields) {
        return apply(
                "revise_fact", "{id: '" + id + "', revision: '" + revision + "'" + fields + "}");
    }

    public CommandOutcome identify(String identity, String fields) {
        return apply("identify_entity", "{identity: '" + identity + "', " + fields + "}");
    }

    public Instant pass(Duration time) {
        return memory.pass(time).now();
    }

    public Instant now() {
        return memory.now();
    }

    public MemoryView view() {
        return builder.view();
    }

    public <R> R ask(ViewQuery<R> query) {
        return query.on(view());
    }

    /** Now on both axes. */
    public When nowadays() {
        return When.now(memory.now());
    }

    public When asOf(String instant) {
        return new When(Instant.parse(instant), null, memory.now());
    }

    public When knownAt(Instant instant) {
        return new When(null, instant, memory.now());
    }

    public static List<EntityRef> refs(String... names) {
        return Stream.of(names).map(EntityRef::of).toList();
    }

    /** Each fact as {@code subject type target} or {@code subject: text}. */
    public static List<String> texts(List<ShownFact> facts) {
        return facts.stream().map(TestingGraph::text).toList();
    }

    public static String text(ShownFact fact) {
        String said =
                fact.version()
                        .content()
                        .match(
                                new dev.alluvium.state.graph.Claim.Visitor<String>() {
                                    @Override
                                    public String observation(
                                            dev.alluvium.state.graph.Claim.Observation each) {
                                        return ": " + each.text();
                                    }

                                    @Override
                                    public String relation(
                                            dev.alluvium.state.graph.Claim.Relation each) {
                                        return " " + each.type() + " " + fact.target().name();
                                    }
                                });
        return fact.subject().name() + said;
    }

    public static List<String> names(Stream<ShownEntity> nodes) {
        return nodes.map(node -> node.entity().name()).toList();
    }
}
