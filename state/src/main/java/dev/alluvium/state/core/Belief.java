package dev.alluvium.state.core;

import dev.alluvium.state.bitemporal.Interval;
import dev.alluvium.state.bitemporal.Statement;
import dev.alluvium.state.bitemporal.Timeline;
import dev.alluvium.state.bitemporal.Timeline.Mark;
import dev.alluvium.state.graph.Fact;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * When a fact holds, by its statements, its ends and, where it is single-valued, the timeline it
 * stands on.
 */
final class Belief {

    private Belief() {}

    /**
     * @param timeline of the fact's slot, or null
     * @param mark a statement's mark on it
     */
    static List<Interval> of(Fact fact, Timeline timeline, Function<Statement<?>, Mark> mark) {
        List<Interval> intervals = new ArrayList<>(fact.statements().size());
        for (Statement<?> statement : fact.statements()) {
            Interval own = own(fact, statement);
            Interval left =
                    own == null || timeline == null
                            ? own
                            : own.until(timeline.end(mark.apply(statement)));
            if (left != null) {
                intervals.add(left);
            }
        }
        return Interval.union(intervals);
    }

    /** What a statement says after the ends told of its fact; null if nothing is left. */
    static Interval own(Fact fact, Statement<?> statement) {
        return statement.stands()
                ? statement.stated().until(end(fact, statement.stated().from()))
                : null;
    }

    private static Instant end(Fact fact, Instant from) {
        for (Instant end : fact.ends()) {
            if (end.isAfter(from)) {
                return end;
            }
        }
        return null;
    }
}
