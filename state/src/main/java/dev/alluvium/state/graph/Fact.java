package dev.alluvium.state.graph;

import dev.alluvium.state.bitemporal.History;
import dev.alluvium.state.bitemporal.Statement;
import java.time.Instant;
import java.util.List;

/**
 * An observation or relation: the statements that support it, the ends that were told of it, and
 * what follows from them on both axes.
 *
 * @param claim what it says, or said last
 * @param singleValued whether it stands on a timeline with the other values of its slot
 * @param ends instants at which it stopped being true, in order
 * @param follows the id of the fact it superseded, or null
 * @param followedBy the id of the fact that superseded it, or null
 */
public record Fact(
        String id,
        Claim claim,
        boolean singleValued,
        List<Statement<Provenance>> statements,
        List<Instant> ends,
        History<Claim> history,
        String follows,
        String followedBy) {

    public Fact {
        statements = List.copyOf(statements);
        ends = List.copyOf(ends);
    }

    public boolean isBelieved() {
        return history.isBelieved();
    }

    public Fact withFollows(String previous) {
        return new Fact(id, claim, singleValued, statements, ends, history, previous, followedBy);
    }

    public Fact withFollowedBy(String next) {
        return new Fact(id, claim, singleValued, statements, ends, history, follows, next);
    }

    public Fact withStatements(List<Statement<Provenance>> next) {
        return new Fact(id, claim, singleValued, next, ends, history, follows, followedBy);
    }

    public Fact withEnds(List<Instant> next) {
        return new Fact(id, claim, singleValued, statements, next, history, follows, followedBy);
    }

    public Fact withHistory(History<Claim> next) {
        return new Fact(id, claim, singleValued, statements, ends, next, follows, followedBy);
    }

    public Fact onTimeline(boolean single) {
        return new Fact(id, claim, single, statements, ends, history, follows, followedBy);
    }

    public Fact withClaim(Claim other) {
        return new Fact(id, other, singleValued, statements, ends, history, follows, followedBy);
    }
}
