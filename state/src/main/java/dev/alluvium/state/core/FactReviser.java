package dev.alluvium.state.core;

import dev.alluvium.state.bitemporal.End;
import dev.alluvium.state.bitemporal.Interval;
import dev.alluvium.state.bitemporal.Statement;
import dev.alluvium.state.bitemporal.Statement.Standing;
import dev.alluvium.state.graph.Claim;
import dev.alluvium.state.graph.Fact;
import dev.alluvium.state.graph.GraphKeys;
import dev.alluvium.state.graph.Provenance;
import dev.alluvium.state.graph.Revision;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Applies what is said of facts that are known: that they ended, were always otherwise or never
 * true. Each says why nothing changed, or null.
 */
final class FactReviser {

    private final GraphDraft graph;
    private final Beliefs beliefs;

    FactReviser(GraphDraft graph, Beliefs beliefs) {
        this.graph = graph;
        this.beliefs = beliefs;
    }

    /** The fact stopped being true at an instant. */
    String invalidate(long ordinal, Instant at) {
        return end(ordinal, at, null);
    }

    /**
     * The fact stopped being true, and another follows it.
     *
     * @param at null for where that one begins
     */
    void supersede(long ordinal, long by, Instant at) {
        Fact next = graph.fact(by);
        if (at != null || !endsWhereBegins(graph.fact(ordinal), next)) {
            end(ordinal, at == null ? begins(next) : at, next.id());
        }
        Fact ended = graph.fact(ordinal);
        graph.put(ordinal, ended.withFollowedBy(next.id()), null);
        graph.put(by, graph.fact(by).withFollows(ended.id()), null);
        graph.addTo(GraphKeys.superseded(by), ordinal);
    }

    private Instant begins(Fact fact) {
        List<Interval> held = fact.history().believed();
        return held.isEmpty() ? beliefs.known() : held.get(held.size() - 1).from();
    }

    /** On one timeline the end follows where the other begins, should that be corrected. */
    private boolean endsWhereBegins(Fact fact, Fact next) {
        return fact.singleValued()
                && next.singleValued()
                && GraphKeys.timeline(fact.claim()).equals(GraphKeys.timeline(next.claim()))
                && fact.history().believed().stream()
                        .anyMatch(valid -> begins(next).equals(valid.to()));
    }

    private String end(long ordinal, Instant at, String by) {
        Fact fact = graph.fact(ordinal);
        Interval meant = Belief.at(fact.history().believed(), at);
        if (meant == null) {
            return endOtherwise(ordinal, at, by);
        }
        if (meant.from().equals(at)) {
            throw new IllegalArgumentException(
                    "the end " + at + " is where the fact begins; retract it if it was never true");
        }
        End end = new End(at, meant.to(), by);
        List<Statement<Claim, Provenance>> next =
                fact.statements().stream()
                        .map(
                                each ->
                                        each.stands() && end.cutOff(each.stated().from())
                                                ? each.as(Standing.ENDED)
                                                : each)
                        .toList();
        beliefs.replace(
                ordinal, fact.withStatements(next).withEnds(with(fact.ends(), end)), "invalidated");
        return null;
    }

    /**
     * An end where the fact does not hold anyway is kept: it counts should what ended the fact
     * before be gone, and for what is said later to have begun earlier.
     */
    private String endOtherwise(long ordinal, Instant at, String by) {
        Fact fact = graph.fact(ordinal);
        boolean isBegun =
                fact.statements().stream()
                        .anyMatch(each -> each.stands() && each.stated().from().isBefore(at));
        if (isBegun) {
            End end = new End(at, at, by);
            beliefs.replace(ordinal, fact.withEnds(with(fact.ends(), end)), "invalidated");
        }
        return notHolding(fact, at);
    }

    private static List<End> with(List<End> ends, End end) {
        if (ends.contains(end)) {
            return ends;
        }
        List<End> next = new ArrayList<>(ends);
        next.add(end);
        next.sort(Comparator.comparing(End::at));
        return next;
    }

    private static String notHolding(Fact fact, Instant at) {
        List<Interval> believed = fact.history().believed();
        List<Interval> own = Belief.own(fact);
        if (own.isEmpty()) {
            return "the fact is not believed any more";
        }
        if (!own.get(0).from().isBefore(at)) {
            throw new IllegalArgumentException(
                    "the end "
                            + at
                            + (own.get(0).from().equals(at)
                                    ? " is where the fact begins"
                                    : " is before the fact begins, at " + own.get(0).from())
                            + "; correct its valid_from, or retract it if it was never true");
        }
        return believed.isEmpty()
                ? "another value holds in place of the fact"
                : "the fact does not hold at " + at + "; it has ended before";
    }

    /**
     * The fact was always otherwise: what it says throughout, when it is true in the interval that
     * is meant.
     *
     * @param claim what it says instead
     */
    String correct(long ordinal, Claim claim, Revision.Correct revision) {
        Fact fact = graph.fact(ordinal);
        boolean hidden = !fact.isBelieved();
        Interval meant = meant(fact, revision.of());
        boolean isOtherwise = !claim.equals(fact.claim());
        if (isOtherwise) {
            requireUnsaid(ordinal, claim);
        }
        boolean moves =
                revision.validFrom() != null || revision.validTo() != null || revision.open();
        List<Statement<Claim, Provenance>> next = new ArrayList<>();
        List<Statement<Claim, Provenance>> replaced = new ArrayList<>();
        for (Statement<Claim, Provenance> each : fact.statements()) {
            Interval part = hidden ? Belief.own(fact, each) : beliefs.holding(ordinal, each);
            if (part != null && part.intersection(meant) != null) {
                replaced.add(each);
            }
            next.add(each);
        }
        if (!isOtherwise && !moves) {
            next.replaceAll(
                    each ->
                            replaced.contains(each)
                                    ? each.withSources(
                                            sources(List.of(each), revision.confidence()))
                                    : each);
            if (next.equals(fact.statements())) {
                return "it says so already";
            }
            beliefs.replace(ordinal, fact.withStatements(next), "corrected");
            return null;
        }
        Statement<Claim, Provenance> corrected =
                Statement.of(
                        claim,
                        interval(fact, meant, replaced, revision),
                        beliefs.known(),
                        sources(replaced, revision.confidence()));
        List<End> ends = ends(ordinal, fact, meant, corrected, revision);
        if (!isOtherwise && isSame(replaced, corrected) && ends.equals(fact.ends())) {
            return "it says so already";
        }
        List<Statement<Claim, Provenance>> said = new ArrayList<>();
        List<Statement<Claim, Provenance>> restated = new ArrayList<>();
        for (Statement<Claim, Provenance> each : next) {
            boolean goes = replaced.contains(each) || isOtherwise;
            said.add(goes ? each.as(Standing.WITHDRAWN) : each);
            if (goes && each.stands() && !replaced.contains(each)) {
                restated.add(Statement.of(claim, each.stated(), beliefs.known(), each.sources()));
            }
        }
        said.addAll(restated);
        said.add(corrected);
        beliefs.replace(
                ordinal, fact.withClaim(claim).withStatements(said).withEnds(ends), "corrected");
        return null;
    }

    private static boolean isSame(
            List<Statement<Claim, Provenance>> replaced, Statement<Claim, Provenance> corrected) {
        return replaced.size() == 1
                && replaced.get(0).stated().equals(corrected.stated())
                && replaced.get(0).sources().equals(corrected.sources());
    }

    /** What one fact says, no other may say too: both would be current. */
    private void requireUnsaid(long ordinal, Claim claim) {
        for (long other : graph.index(GraphKeys.claim(claim))) {
            Fact fact = graph.fact(other);
            if (other != ordinal && fact.claim().equals(claim) && fact.stands()) {
                throw new IllegalArgumentException(
                        "fact \""
                                + fact.id()
                                + "\" says so already; retract the one that is wrong, and correct the other if need be");
            }
        }
    }

    private static Interval interval(
            Fact fact,
            Interval meant,
            List<Statement<Claim, Provenance>> replaced,
            Revision.Correct revision) {
        // Its own end, not the one that another value of the timeline put to it.
        Interval own =
                Interval.union(replaced.stream().map(each -> Belief.own(fact, each)).toList())
                        .get(0);
        Instant from = revision.validFrom() == null ? meant.from() : revision.validFrom();
        Instant to =
                revision.open() ? null : revision.validTo() == null ? own.to() : revision.validTo();
        if (to != null && !from.isBefore(to)) {
            throw new IllegalArgumentException(
                    "valid_to " + to + " is not after valid_from " + from + "; give a later end");
        }
        return new Interval(from, to);
    }

    /** The ends told of a fact without those that would cut what was corrected. */
    private List<End> ends(
            long ordinal,
            Fact fact,
            Interval meant,
            Statement<Claim, Provenance> corrected,
            Revision.Correct revision) {
        boolean endMoves = revision.validTo() != null || revision.open();
        Interval visible = corrected.stated().until(beliefs.cut(ordinal, fact).apply(corrected));
        List<End> ends = new ArrayList<>();
        for (End end : fact.ends()) {
            boolean cuts =
                    visible != null
                            && end.at().isAfter(visible.from())
                            && visible.contains(end.at());
            boolean isMoved = endMoves && end.at().equals(meant.to());
            if (!cuts && !isMoved) {
                ends.add(end);
            }
        }
        Instant to = revision.validTo();
        return to == null ? ends : with(ends, new End(to, to, null));
    }

    private static List<Provenance> sources(
            List<Statement<Claim, Provenance>> statements, Double confidence) {
        List<Provenance> sources = new ArrayList<>();
        for (Statement<Claim, Provenance> statement : statements) {
            for (Provenance source : statement.sources()) {
                if (sources.stream().noneMatch(source::isSameSource)) {
                    sources.add(confidence == null ? source : source.withConfidence(confidence));
                }
            }
        }
        return sources;
    }

    private static Interval meant(Fact fact, Instant of) {
        List<Interval> held = fact.history().believed();
        if (held.isEmpty()) {
            held = Belief.own(fact);
        }
        if (held.isEmpty()) {
            throw new IllegalArgumentException(
                    "the fact is not believed any more, so there is nothing to correct; state it anew");
        }
        Interval meant = of == null ? held.get(held.size() - 1) : Belief.at(held, of);
        if (meant == null) {
            throw new IllegalArgumentException(
                    "the fact does not hold at " + of + "; it holds " + held);
        }
        return meant;
    }

    /** The fact was never true. */
    String retract(long ordinal, String reason) {
        Fact fact = graph.fact(ordinal);
        if (!fact.stands()) {
            return "the fact is not believed any more";
        }
        List<Statement<Claim, Provenance>> next =
                fact.statements().stream().map(each -> each.as(Standing.WITHDRAWN)).toList();
        beliefs.replace(
                ordinal,
                fact.withStatements(next).withEnds(List.of()),
                reason == null ? "retracted" : "retracted: " + reason);
        takeBackEnds(ordinal);
        return null;
    }

    /** What a fact superseded had not ended: it is no longer believed, or there at all. */
    void takeBackEnds(long by) {
        String id = graph.fact(by).id();
        for (long ordinal : graph.index(GraphKeys.superseded(by))) {
            Fact fact = graph.fact(ordinal);
            if (fact == null) {
                continue;
            }
            List<End> left = fact.ends().stream().filter(end -> !id.equals(end.by())).toList();
            Set<End> gone = new HashSet<>(fact.ends());
            left.forEach(gone::remove);
            List<Statement<Claim, Provenance>> next =
                    fact.statements().stream()
                            .map(
                                    each ->
                                            cameBack(each, gone, left)
                                                    ? each.as(Standing.STANDS)
                                                    : each)
                            .toList();
            if (!gone.isEmpty()) {
                beliefs.replace(ordinal, fact.withStatements(next).withEnds(left), Beliefs.MOVED);
            }
        }
    }

    private static boolean cameBack(
            Statement<Claim, Provenance> statement, Set<End> gone, List<End> left) {
        Instant from = statement.stated().from();
        return statement.standing() == Standing.ENDED
                && gone.stream().anyMatch(end -> end.cutOff(from))
                && left.stream().noneMatch(end -> end.cutOff(from));
    }
}
