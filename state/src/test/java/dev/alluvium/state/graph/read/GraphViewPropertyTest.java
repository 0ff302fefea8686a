package dev.alluvium.state.graph.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.state.change.Change;
import dev.alluvium.state.change.Change.PutEntity;
import dev.alluvium.state.change.Change.PutFact;
import dev.alluvium.state.command.Command;
import dev.alluvium.state.command.DeleteFacts;
import dev.alluvium.state.core.GraphScripts;
import dev.alluvium.state.core.TestingMemory;
import dev.alluvium.state.core.TestingRows;
import dev.alluvium.state.graph.Entity;
import dev.alluvium.state.graph.Fact;
import dev.alluvium.state.view.ViewBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** What holds of views whatever was written, however they came about. */
class GraphViewPropertyTest {

    private static final int COMMANDS = 50;

    private final TestingMemory memory = new TestingMemory();
    private final ViewBuilder followed = TestingGraph.builder();

    private List<Change> write(Random random) {
        return write(random, GraphScripts.command(random), random.nextInt(3));
    }

    private List<Change> write(Random random, Command command, int later) {
        memory.pass(Duration.ofMillis(later)).apply(command);
        memory.lastChanges().forEach(followed::apply);
        if (random.nextInt(4) == 0) {
            followed.view();
        }
        return memory.lastChanges();
    }

    private void assertSame(ViewBuilder other, Instant... known) {
        GraphView one = followed.view().graph();
        GraphView two = other.view().graph();
        for (Moment moment : GraphAnswers.moments(memory.now(), known)) {
            assertThat(GraphAnswers.all(two, moment))
                    .as("%s", moment)
                    .isEqualTo(GraphAnswers.all(one, moment));
        }
    }

    @Property(tries = 25)
    void rowsInAnyOrderGiveTheSameView(@ForAll long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < COMMANDS; i++) {
            write(random);
        }
        Instant before = memory.now();
        for (int i = 0; i < COMMANDS / 2; i++) {
            write(random);
        }
        List<Change> rows = new ArrayList<>();
        TestingRows stored = memory.rows();
        stored.entities().forEach(row -> rows.add(new PutEntity(row.ordinal(), row.entity())));
        stored.facts()
                .forEach(
                        row ->
                                rows.add(
                                        new PutFact(
                                                row.ordinal(),
                                                row.fact(),
                                                stored.factVector(row.ordinal()))));
        Collections.shuffle(rows, random);
        rows.addAll(rows.subList(0, rows.size() / 3));
        ViewBuilder loaded = TestingGraph.builder();
        rows.forEach(loaded::apply);

        assertSame(loaded, before);
    }

    @Property(tries = 25)
    void aViewLoadedInSlicesWhileWritesGoOnIsTheSame(@ForAll long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < COMMANDS; i++) {
            write(random);
        }
        Instant before = memory.now();
        ViewBuilder loaded = TestingGraph.builder();
        List<Change> missed = new ArrayList<>();
        TestingRows stored = memory.rows();
        for (long ordinal = 0; ordinal < stored.header().graph().nextEntity(); ordinal++) {
            Entity entity = stored.entity(ordinal);
            if (entity != null) {
                loaded.apply(new PutEntity(ordinal, entity));
            }
            if (random.nextInt(3) == 0) {
                missed.addAll(write(random));
            }
        }
        for (long ordinal = 0; ordinal < stored.header().graph().nextFact(); ordinal++) {
            Fact fact = stored.fact(ordinal);
            if (fact != null) {
                loaded.apply(new PutFact(ordinal, fact, stored.factVector(ordinal)));
            }
            if (random.nextInt(12) == 0) {
                missed.addAll(write(random));
            }
        }
        missed.forEach(loaded::apply);

        assertSame(loaded, before);
    }

    @Property(tries = 25)
    void whatAViewAnsweredForAKnownTimeIsAnsweredAgain(@ForAll long seed) {
        Random random = new Random(seed);
        Map<Moment, List<String>> answered = new LinkedHashMap<>();
        for (int i = 0; i < COMMANDS; i++) {
            Command command = GraphScripts.command(random);
            if (command instanceof DeleteFacts) {
                continue;
            }
            write(random, command, 1 + random.nextInt(2));
            if (random.nextInt(5) == 0) {
                GraphView view = followed.view().graph();
                for (Moment moment : GraphAnswers.moments(memory.now(), memory.now())) {
                    if (moment.knownAt() != null) {
                        answered.put(moment, GraphAnswers.lasting(view, moment));
                    }
                }
            }
        }

        GraphView last = followed.view().graph();
        answered.forEach(
                (moment, answers) ->
                        assertThat(GraphAnswers.lasting(last, moment))
                                .as("%s", moment)
                                .isEqualTo(answers));
    }

    @Property(tries = 15)
    void aViewStaysAsItWas(@ForAll long seed) {
        Random random = new Random(seed);
        List<Held> held = new ArrayList<>();
        for (int i = 0; i < COMMANDS; i++) {
            write(random);
            Moment now = new Moment(memory.now(), null);
            GraphView view = followed.view().graph();
            held.add(new Held(view, now, GraphAnswers.all(view, now)));
        }
        for (Command command : GraphScripts.deletions()) {
            write(random, command, 0);
        }

        for (Held each : held) {
            assertThat(GraphAnswers.all(each.view(), each.moment())).isEqualTo(each.answers());
        }
    }

    /** A view with what it answered when it was made. */
    private record Held(GraphView view, Moment moment, List<String> answers) {}
}
