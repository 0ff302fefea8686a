package dev.alluvium.state.graph;

import dev.alluvium.state.bitemporal.End;
import dev.alluvium.state.bitemporal.History;
import dev.alluvium.state.bitemporal.Statement;
import dev.alluvium.state.bitemporal.Version;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An observation or relation: the statements that support it, the ends that were told of it, and
 * what follows from them on both axes.
 *
 * @param claim what it says, or said last
 * @param singleValued whether it stands on a timeline with the other values of its slot
 * @param ends that were told of it, in the order of their instants
 * @param follows the id of the fact it superseded, or null
 * @param followedBy the id of the fact that superseded it, or null
 */
public record Fact(
        String id,
        Claim claim,
        boolean singleValued,
        List<Statement<Claim, Provenance>> statements,
        List<End> ends,
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

    /** Whether anybody's word for it counts, be it believed or outdone by another value. */
    public boolean stands() {
        return statements.stream().anyMatch(Statement::stands);
    }

    /** All that it says or once said. */
    public Set<Claim> claims() {
        return Stream.of(
                        Stream.of(claim),
                        statements.stream().map(Statement::said),
                        history.versions().stream().map(Version::content))
                .flatMap(each -> each)
                .collect(Collectors.toSet());
    }

    public Fact withFollows(String previous) {
        return new Fact(id, claim, singleValued, statements, ends, history, previous, followedBy);
    }

    public Fact withFollowedBy(String next) {
        return new Fact(id, claim, singleValued, statements, ends, history, follows, next);
    }

    public Fact withStatements(List<Statement<Claim, Provenance>> next) {
        return new Fact(id, claim, singleValued, next, ends, history, follows, followedBy);
    }

    public Fact withEnds(List<End> next) {
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
