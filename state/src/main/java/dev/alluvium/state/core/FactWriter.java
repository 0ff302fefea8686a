package dev.alluvium.state.core;

import dev.alluvium.state.bitemporal.History;
import dev.alluvium.state.bitemporal.Interval;
import dev.alluvium.state.bitemporal.Statement;
import dev.alluvium.state.graph.Claim;
import dev.alluvium.state.graph.Fact;
import dev.alluvium.state.graph.GraphKeys;
import dev.alluvium.state.graph.Provenance;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Applies statements that facts hold. */
final class FactWriter {

    /**
     * Most sources that are kept of one statement. A fact that so many say is not lost with one of
     * them, and its row must not grow for ever.
     */
    private static final int MAX_SOURCES = 256;

    private final GraphDraft graph;
    private final Beliefs beliefs;

    FactWriter(GraphDraft graph, Beliefs beliefs) {
        this.graph = graph;
        this.beliefs = beliefs;
    }

    /**
     * Where a claim was stated.
     *
     * @param inserted whether it is a fact not known before
     * @param changed whether anything is believed that was not
     */
    record Stated(long ordinal, Fact fact, boolean inserted, boolean changed) {}

    /**
     * When a claim is stated to hold.
     *
     * @param from null where its writer gave none
     * @param otherwise the start if none was given: the time at which it was said
     * @param to null for still
     */
    record Span(Instant from, Instant otherwise, Instant to) {

        boolean isSinceSaid() {
            return from == null;
        }

        Interval interval() {
            if (from == null && to != null && !otherwise.isBefore(to)) {
                throw new IllegalArgumentException(
                        "valid_to "
                                + to
                                + " is not after the start, which is "
                                + otherwise
                                + " where none is given; give valid_from as well");
            }
            return new Interval(from == null ? otherwise : from, to);
        }
    }

    /**
     * Adds a statement.
     *
     * @param id of the fact if it is new; one that names a fact means a repeat
     * @param singleValued whether a writer declares that its slot has one value at a time
     * @param vector of what the claim says, or null
     */
    Stated state(
            String id,
            Claim claim,
            boolean singleValued,
            Span span,
            Provenance source,
            float[] vector) {
        Interval stated = span.interval();
        boolean now = span.isSinceSaid();
        long named = named(id, claim);
        if (singleValued) {
            beliefs.declare(claim);
        }
        if (named != GraphDraft.NO_FACT && (now || !graph.fact(named).claim().equals(claim))) {
            return now && isSaid(graph.fact(named), claim, stated)
                    ? confirmed(named, held(named, stated), source)
                    : unchanged(named);
        }
        long same = GraphDraft.NO_FACT;
        for (long candidate : graph.index(GraphKeys.claim(claim))) {
            Fact fact = graph.fact(candidate);
            Predicate<Statement<Claim, Provenance>> repeated =
                    statement -> isRepeat(statement, fact, claim, stated, now ? null : source);
            if (fact.statements().stream().anyMatch(repeated)) {
                return fact.statements().stream()
                                .filter(repeated)
                                .anyMatch(statement -> has(statement, source))
                        ? unchanged(candidate)
                        : confirmed(candidate, repeated, source);
            }
            if (fact.claim().equals(claim)
                    && (same == GraphDraft.NO_FACT
                            || isBetter(fact, graph.fact(same), stated.from()))) {
                same = candidate;
            }
        }
        if (same != GraphDraft.NO_FACT && now && isSaid(graph.fact(same), claim, stated)) {
            return confirmed(same, held(same, stated), source);
        }
        Statement<Claim, Provenance> statement =
                Statement.of(claim, stated, beliefs.known(), List.of(source));
        if (same != GraphDraft.NO_FACT) {
            Fact before = graph.fact(same);
            beliefs.add(same, statement, vector);
            Fact after = graph.fact(same);
            return new Stated(same, after, false, !after.history().equals(before.history()));
        }
        long ordinal = graph.nextFact();
        beliefs.insert(
                new Fact(
                        id,
                        claim,
                        false,
                        List.of(statement),
                        List.of(),
                        History.empty(),
                        null,
                        null),
                vector);
        return new Stated(ordinal, graph.fact(ordinal), true, true);
    }

    /**
     * The fact that an id names, which must say or have said the claim; GraphDraft.NO_FACT if it
     * names none.
     */
    private long named(String id, Claim claim) {
        long named = graph.factOf(id);
        if (named != GraphDraft.NO_FACT && !graph.fact(named).claims().contains(claim)) {
            throw new IllegalArgumentException(
                    "id \""
                            + id
                            + "\" already names a fact that says something else; correct that one, or choose another id");
        }
        return named;
    }

    /**
     * Whether the very statement is known. One that was withdrawn is a repeat only from the same
     * source: another one that says so is news.
     *
     * @param source null where a start was not given: then only what stands is a repeat, as what
     *     was withdrawn may be said again
     */
    private static boolean isRepeat(
            Statement<Claim, Provenance> statement,
            Fact fact,
            Claim claim,
            Interval stated,
            Provenance source) {
        if (!statement.stated().equals(stated)) {
            return false;
        }
        boolean saysSo = statement.said().equals(claim);
        if (source == null) {
            return saysSo && statement.stands();
        }
        return statement.isWithdrawn()
                ? saysSo && has(statement, source)
                : saysSo || fact.claim().equals(claim);
    }

    /** Of several facts that say the same, one that holds is better, or else one believed. */
    private static boolean isBetter(Fact one, Fact other, Instant at) {
        boolean holds = Belief.at(one.history().believed(), at) != null;
        boolean otherHolds = Belief.at(other.history().believed(), at) != null;
        return holds == otherHolds ? one.isBelieved() && !other.isBelieved() : holds;
    }

    /** Whether the fact is believed to hold from the start stated on, and as long. */
    private static boolean isSaid(Fact fact, Claim claim, Interval stated) {
        Interval valid = Belief.at(fact.history().believed(), stated.from());
        return fact.claim().equals(claim)
                && valid != null
                && (stated.isOpen() || valid.covers(stated));
    }

    /** The statements by which a fact holds where a statement begins. */
    private Predicate<Statement<Claim, Provenance>> held(long ordinal, Interval stated) {
        return statement -> {
            Interval holding = beliefs.holding(ordinal, statement);
            return holding != null && holding.contains(stated.from());
        };
    }

    /** Adds a source to the statements that say so too. */
    private Stated confirmed(
            long ordinal, Predicate<Statement<Claim, Provenance>> meant, Provenance source) {
        Fact fact = graph.fact(ordinal);
        List<Statement<Claim, Provenance>> next = new ArrayList<>(fact.statements().size());
        for (Statement<Claim, Provenance> statement : fact.statements()) {
            boolean isNew =
                    statement.sources().size() < MAX_SOURCES
                            && !has(statement, source)
                            && meant.test(statement);
            next.add(isNew ? withSource(statement, source) : statement);
        }
        if (!next.equals(fact.statements())) {
            graph.put(ordinal, fact.withStatements(next), null);
        }
        return unchanged(ordinal);
    }

    private Stated unchanged(long ordinal) {
        return new Stated(ordinal, graph.fact(ordinal), false, false);
    }

    private static Statement<Claim, Provenance> withSource(
            Statement<Claim, Provenance> statement, Provenance source) {
        List<Provenance> sources = new ArrayList<>(statement.sources());
        sources.add(source);
        return statement.withSources(sources);
    }

    private static boolean has(Statement<Claim, Provenance> statement, Provenance source) {
        return statement.sources().stream().anyMatch(source::isSameSource);
    }
}
