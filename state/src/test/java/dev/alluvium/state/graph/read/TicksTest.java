package dev.alluvium.state.graph.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class TicksTest {

    @Test
    void keepTheOrderOfInstantsAndSayWhereTheyAreRounded() {
        List<Instant> ordered =
                List.of(
                        Instant.MIN,
                        Instant.parse("0000-01-01T00:00:00Z"),
                        Instant.parse("1969-12-31T23:59:59.999999999Z"),
                        Instant.EPOCH,
                        Instant.EPOCH.plusNanos(1),
                        Instant.EPOCH.plusNanos(1_000),
                        Instant.parse("9999-12-31T23:59:59.999999Z"),
                        Instant.MAX);

        assertThat(ordered.stream().map(Ticks::of).toList()).isSorted().doesNotHaveDuplicates();
        assertThat(ordered.stream().filter(at -> Ticks.isExact(Ticks.of(at))))
                .as("exact")
                .containsExactly(ordered.get(1), ordered.get(3), ordered.get(5), ordered.get(6));
        assertThat(Ticks.of(Instant.EPOCH.plusNanos(1)))
                .isEqualTo(Ticks.of(Instant.EPOCH.plusNanos(2)));
        assertThat(Ticks.ofEnd(null)).isGreaterThan(Ticks.of(Instant.MAX));
    }

    @Test
    void aFactHoldsToTheNanosecond() {
        TestingGraph graph = new TestingGraph();
        graph.observe(
                "A",
                "{content: 'x', valid_from: '2020-01-01T00:00:00.000000001Z',"
                        + " valid_to: '2020-01-01T00:00:00.000000003Z'}");
        GraphView view = graph.view().graph();
        Instant second = Instant.parse("2020-01-01T00:00:00Z");

        for (int nanos = 0; nanos < 5; nanos++) {
            Moment moment = new Moment(second.plusNanos(nanos), null);
            assertThat(view.open(TestingGraph.refs("A"), moment).nodes().get(0).observations())
                    .as("%d ns", nanos)
                    .hasSize(nanos == 1 || nanos == 2 ? 1 : 0);
        }
    }
}
