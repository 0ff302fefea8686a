package dev.alluvium.state.core;

import dev.alluvium.state.bitemporal.End;
import dev.alluvium.state.bitemporal.Interval;
import dev.alluvium.state.bitemporal.Statement;
import dev.alluvium.state.graph.Claim;
import dev.alluvium.state.graph.Fact;
import dev.alluvium.state.graph.Provenance;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * When a fact holds, by its statements, its ends and, where it is single-valued, the timeline it
 * stands on.
 */
final class Belief {

    private Belief() {}

    /**
     * @param cut where another value ends that of a statement, or null
     */
    static List<Interval> of(Fact fact, Function<Statement<Claim, Provenance>, Instant> cut) {
        return Interval.union(
                fact.statements().stream()
                        .map(statement -> of(fact, statement, cut))
                        .filter(Objects::nonNull)
                        .toList());
    }

    /** When a fact would hold if there were no other value. */
    static List<Interval> own(Fact fact) {
        return of(fact, statement -> null);
    }

    /** When a statement makes the fact hold; null if at no time. */
    static Interval of(
            Fact fact,
            Statement<Claim, Provenance> statement,
            Function<Statement<Claim, Provenance>, Instant> cut) {
        Interval own = own(fact, statement);
        return own == null ? null : own.until(cut.apply(statement));
    }

    /** What a statement says after the ends told of its fact; null if nothing is left. */
    static Interval own(Fact fact, Statement<Claim, Provenance> statement) {
        return statement.stands()
                ? statement.stated().until(end(fact, statement.stated().from()))
                : null;
    }

    private static Instant end(Fact fact, Instant from) {
        for (End end : fact.ends()) {
            if (end.at().isAfter(from)) {
                return end.at();
            }
        }
        return null;
    }

    /** The interval that an instant is in, or null. */
    static Interval at(List<Interval> intervals, Instant at) {
        return intervals.stream()
                .filter(interval -> interval.contains(at))
                .findFirst()
                .orElse(null);
    }
}
