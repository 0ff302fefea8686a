package dev.alluvium.state.core;

import dev.alluvium.state.bitemporal.History;
import dev.alluvium.state.bitemporal.Interval;
import dev.alluvium.state.bitemporal.Statement;
import dev.alluvium.state.bitemporal.Timeline;
import dev.alluvium.state.bitemporal.Timeline.Mark;
import dev.alluvium.state.bitemporal.Version;
import dev.alluvium.state.graph.Claim;
import dev.alluvium.state.graph.Fact;
import dev.alluvium.state.graph.GraphKeys;
import dev.alluvium.state.graph.GraphText;
import dev.alluvium.state.graph.Provenance;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Applies statements about facts, and keeps what is believed in step with them: of the fact itself,
 * and of those that share its timeline.
 */
final class FactWriter {

    /**
     * Most sources that are kept of one statement. A fact that so many say is not lost with one of
     * them, and its row must not grow for ever.
     */
    private static final int MAX_SOURCES = 256;

    private static final String CLOSED = "ended";

    private final GraphDraft graph;
    private final Instant known;

    FactWriter(GraphDraft graph, Instant known) {
        this.graph = graph;
        this.known = known;
    }

    /**
     * Where a claim was stated.
     *
     * @param inserted whether it is a fact not known before
     * @param changed whether anything is believed that was not
     */
    record Stated(long ordinal, Fact fact, boolean inserted, boolean changed) {}

    /**
     * Adds a statement.
     *
     * @param singleValued whether its slot has one value at a time
     * @param validFrom null for now
     * @param vector of what the claim says, or null
     */
    Stated state(
            String id,
            Claim claim,
            boolean singleValued,
            Instant validFrom,
            Instant validTo,
            Provenance source,
            float[] vector) {
        Interval stated = new Interval(validFrom == null ? known : validFrom, validTo);
        String timeline = claim.slot() == null ? null : GraphKeys.timeline(claim);
        if (timeline != null && singleValued && graph.timeline(timeline) == null) {
            begin(timeline, claim);
        }
        boolean onTimeline = timeline != null && graph.timeline(timeline) != null;
        long[] candidates = graph.index(GraphKeys.claim(claim));
        long same = -1;
        for (long candidate : candidates) {
            Fact fact = graph.fact(candidate);
            if (validFrom != null && isRepeat(fact, stated, source)) {
                return confirmed(candidate, fact, stated, source);
            }
            if (fact.claim().equals(claim) && (same < 0 || fact.isBelieved())) {
                same = candidate;
            }
        }
        if (same >= 0 && validFrom == null && isSaid(graph.fact(same), stated)) {
            return confirmed(same, graph.fact(same), stated, source);
        }
        Statement<Provenance> statement = new Statement<>(stated, known, List.of(source), true);
        if (same >= 0) {
            Fact before = graph.fact(same);
            List<Statement<Provenance>> statements = new ArrayList<>(before.statements());
            statements.add(statement);
            graph.put(same, before.withStatements(statements), vector);
            believe(same, Set.of(), CLOSED);
            Fact after = graph.fact(same);
            return new Stated(same, after, false, !after.history().equals(before.history()));
        }
        long ordinal = graph.nextFact();
        graph.insert(
                new Fact(
                        id,
                        claim,
                        onTimeline,
                        List.of(statement),
                        List.of(),
                        History.empty(),
                        null,
                        null),
                vector);
        graph.addTo(GraphKeys.claim(claim), ordinal);
        attach(ordinal, claim);
        believe(ordinal, Set.of(), CLOSED);
        return new Stated(ordinal, graph.fact(ordinal), true, true);
    }

    /**
     * Whether the very statement is known. One that was withdrawn is a repeat only from the same
     * source: another one that says so is news.
     */
    private static boolean isRepeat(Fact fact, Interval stated, Provenance source) {
        return fact.statements().stream()
                .filter(statement -> statement.stated().equals(stated))
                .anyMatch(statement -> statement.stands() || has(statement, source));
    }

    /** Whether the fact is believed to hold now, and as long as stated. */
    private static boolean isSaid(Fact fact, Interval stated) {
        return fact.history().believed().stream()
                .anyMatch(
                        valid ->
                                stated.isOpen()
                                        ? valid.contains(stated.from())
                                        : valid.covers(stated));
    }

    /** Adds a source to the statements that hold where it says so too. */
    private Stated confirmed(long ordinal, Fact fact, Interval stated, Provenance source) {
        List<Statement<Provenance>> next = new ArrayList<>(fact.statements().size());
        boolean added = false;
        for (Statement<Provenance> statement : fact.statements()) {
            boolean meant =
                    statement.stated().equals(stated)
                            || statement.stands() && statement.stated().contains(stated.from());
            if (!meant || has(statement, source) || statement.sources().size() >= MAX_SOURCES) {
                next.add(statement);
                continue;
            }
            List<Provenance> sources = new ArrayList<>(statement.sources());
            sources.add(source);
            next.add(statement.withSources(sources));
            added = true;
        }
        if (added) {
            graph.put(ordinal, fact.withStatements(next), null);
        }
        return new Stated(ordinal, graph.fact(ordinal), false, false);
    }

    private static boolean has(Statement<Provenance> statement, Provenance source) {
        return statement.sources().stream().anyMatch(source::isSameSource);
    }

    /**
     * The fact stopped being true at an instant.
     *
     * @return why nothing changed, or null
     */
    String invalidate(long ordinal, Instant at) {
        Fact fact = graph.fact(ordinal);
        Interval meant = null;
        for (Interval valid : fact.history().believed()) {
            if (valid.contains(at)) {
                meant = valid;
            }
        }
        if (meant == null) {
            return notHolding(fact, at);
        }
        if (meant.from().equals(at)) {
            throw new IllegalArgumentException(
                    "the end " + at + " is where the fact begins; retract it if it was never true");
        }
        List<Statement<Provenance>> next = new ArrayList<>();
        for (Statement<Provenance> statement : fact.statements()) {
            boolean later =
                    meant.contains(statement.stated().from())
                            && !statement.stated().from().isBefore(at);
            next.add(later ? statement.withdrawn() : statement);
        }
        List<Instant> ends =
                Stream.concat(fact.ends().stream(), Stream.of(at)).distinct().sorted().toList();
        change(ordinal, fact.withStatements(next).withEnds(ends), "invalidated");
        return null;
    }

    private static String notHolding(Fact fact, Instant at) {
        List<Interval> believed = fact.history().believed();
        if (believed.isEmpty()) {
            return "the fact is not believed any more";
        }
        if (at.isBefore(believed.get(0).from())) {
            throw new IllegalArgumentException(
                    "the end "
                            + at
                            + " is before the fact begins, at "
                            + believed.get(0).from()
                            + "; correct its valid_from, or retract it if it was never true");
        }
        return "the fact does not hold at " + at + "; it has ended before";
    }

    /**
     * The fact was always otherwise.
     *
     * @param claim what it says instead
     * @param validFrom null keeps the start
     * @param validTo null keeps the end, unless {@code open}
     * @param of an instant in the interval that is meant; null for the last
     */
    void correct(
            long ordinal,
            Claim claim,
            Instant validFrom,
            Instant validTo,
            boolean open,
            Double confidence,
            Instant of) {
        Fact fact = graph.fact(ordinal);
        Interval meant = meant(fact, of);
        List<Statement<Provenance>> next = new ArrayList<>();
        List<Provenance> sources = new ArrayList<>();
        Instant to = meant.to();
        boolean ownEnd = false;
        for (Statement<Provenance> statement : fact.statements()) {
            Interval own = Belief.own(fact, statement);
            if (own == null || own.intersection(meant) == null) {
                next.add(statement);
                continue;
            }
            next.add(statement.withdrawn());
            for (Provenance source : statement.sources()) {
                if (sources.stream().noneMatch(source::isSameSource)) {
                    sources.add(withConfidence(source, confidence));
                }
            }
            // Its own end, not the one that another value of the timeline put to it.
            to = ownEnd ? later(to, own.to()) : own.to();
            ownEnd = true;
        }
        Instant from = validFrom == null ? meant.from() : validFrom;
        Instant end = open ? null : validTo == null ? to : validTo;
        if (end != null && !from.isBefore(end)) {
            throw new IllegalArgumentException(
                    "valid_to " + end + " is not after valid_from " + from + "; give a later end");
        }
        next.add(new Statement<>(new Interval(from, end), known, sources, true));
        List<Instant> ends =
                Stream.concat(
                                fact.ends().stream().filter(t -> !endsWithin(t, from, meant, end)),
                                Stream.ofNullable(end))
                        .distinct()
                        .sorted()
                        .toList();
        change(ordinal, fact.withClaim(claim).withStatements(next).withEnds(ends), "corrected");
    }

    /** Whether an end told before would cut what is corrected, or ended what is corrected. */
    private static boolean endsWithin(Instant told, Instant from, Interval meant, Instant end) {
        boolean cuts = told.isAfter(from) && (end == null || told.isBefore(end));
        return cuts || told.equals(meant.to());
    }

    private static Instant later(Instant one, Instant other) {
        return one == null || other == null ? null : one.isAfter(other) ? one : other;
    }

    private static Provenance withConfidence(Provenance source, Double confidence) {
        return confidence == null
                ? source
                : new Provenance(
                        source.source(),
                        source.session(),
                        source.turn(),
                        source.record(),
                        confidence);
    }

    private static Interval meant(Fact fact, Instant of) {
        List<Interval> believed = fact.history().believed();
        if (believed.isEmpty()) {
            throw new IllegalArgumentException(
                    "the fact is not believed any more, so there is nothing to correct; state it anew");
        }
        if (of == null) {
            return believed.get(believed.size() - 1);
        }
        return believed.stream()
                .filter(valid -> valid.contains(of))
                .findFirst()
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "the fact does not hold at "
                                                + of
                                                + "; it holds "
                                                + believed));
    }

    /** The fact was never true. */
    void retract(long ordinal, String reason) {
        Fact fact = graph.fact(ordinal);
        change(
                ordinal,
                fact.withStatements(fact.statements().stream().map(Statement::withdrawn).toList())
                        .withEnds(List.of()),
                reason == null ? "retracted" : "retracted: " + reason);
    }

    /** Moves a fact to another claim, as when its entity is merged. */
    void move(long ordinal, Claim claim, String reason) {
        change(ordinal, graph.fact(ordinal).withClaim(claim), reason);
    }

    /** Deletes a fact for good, and brings back what it had ended. */
    void delete(long ordinal) {
        Fact fact = graph.fact(ordinal);
        Set<Long> affected = unmark(fact, ordinal);
        Stream.concat(Stream.of(fact.claim()), said(fact))
                .distinct()
                .map(GraphKeys::claim)
                .forEach(key -> graph.removeFrom(key, ordinal));
        graph.deleteFact(ordinal);
        affected.remove(ordinal);
        affected.forEach(each -> draw(each, CLOSED));
    }

    /** Takes the sources that match away from a fact; without any left it is deleted. */
    void removeSources(long ordinal, Predicate<Provenance> matching) {
        Fact fact = graph.fact(ordinal);
        List<Statement<Provenance>> next = new ArrayList<>();
        for (Statement<Provenance> statement : fact.statements()) {
            List<Provenance> left = statement.sources().stream().filter(matching.negate()).toList();
            if (!left.isEmpty()) {
                next.add(statement.withSources(left));
            }
        }
        if (next.equals(fact.statements())) {
            return;
        }
        if (next.isEmpty()) {
            delete(ordinal);
        } else {
            change(ordinal, fact.withStatements(next), "a source was deleted");
        }
    }

    /** Puts a fact whose statements, ends or claim changed, with what follows. */
    private void change(long ordinal, Fact changed, String reason) {
        Fact before = graph.fact(ordinal);
        Set<Long> affected = unmark(before, ordinal);
        Fact next = changed;
        if (!changed.claim().equals(before.claim())) {
            graph.addTo(GraphKeys.claim(changed.claim()), ordinal);
            attachNew(ordinal, before.claim(), changed.claim());
            next = changed.onTimeline(isOnTimeline(changed));
        }
        graph.put(ordinal, next, null);
        believe(ordinal, affected, reason);
        boolean said =
                Stream.concat(Stream.of(next.claim()), said(graph.fact(ordinal)))
                        .anyMatch(before.claim()::equals);
        if (!said) {
            // Believed for no time at all, so no version tells of it.
            graph.removeFrom(GraphKeys.claim(before.claim()), ordinal);
        }
    }

    private static Stream<Claim> said(Fact fact) {
        return fact.history().versions().stream().map(Version::content);
    }

    /** Where a single-valued fact moves, its new slot is single-valued as well. */
    private boolean isOnTimeline(Fact fact) {
        if (fact.claim().slot() == null) {
            return false;
        }
        String key = GraphKeys.timeline(fact.claim());
        if (fact.singleValued() && graph.timeline(key) == null) {
            begin(key, fact.claim());
        }
        return graph.timeline(key) != null;
    }

    /**
     * Puts a fact's marks on its timeline, and draws what is believed of it and of its neighbours
     * there.
     *
     * @param affected others that are to be drawn anew
     */
    private void believe(long ordinal, Set<Long> affected, String reason) {
        Fact fact = graph.fact(ordinal);
        Set<Long> others = new TreeSet<>(affected);
        if (fact.singleValued()) {
            String key = GraphKeys.timeline(fact.claim());
            Timeline timeline = graph.timeline(key);
            for (Statement<Provenance> statement : fact.statements()) {
                if (statement.stands()) {
                    Mark mark = mark(statement, fact.claim(), ordinal);
                    timeline = timeline.with(mark);
                    others.addAll(timeline.before(mark));
                }
            }
            graph.put(key, timeline);
        }
        draw(ordinal, reason);
        others.remove(ordinal);
        others.forEach(each -> draw(each, CLOSED));
    }

    private void draw(long ordinal, String reason) {
        Fact fact = graph.fact(ordinal);
        Claim claim = fact.claim();
        Timeline timeline = fact.singleValued() ? graph.timeline(GraphKeys.timeline(claim)) : null;
        List<Interval> valid =
                Belief.of(fact, timeline, statement -> mark(statement, claim, ordinal));
        History<Claim> next = fact.history().believing(claim, valid, known, reason);
        if (!next.equals(fact.history())) {
            graph.put(ordinal, fact.withHistory(next), null);
        }
    }

    /** Takes the marks of a fact off its timeline; the facts whose end may move by that. */
    private Set<Long> unmark(Fact fact, long ordinal) {
        Set<Long> affected = new TreeSet<>();
        if (fact.singleValued()) {
            Claim claim = fact.claim();
            String key = GraphKeys.timeline(claim);
            Timeline timeline = graph.timeline(key);
            for (Statement<Provenance> statement : fact.statements()) {
                Mark mark = mark(statement, claim, ordinal);
                affected.addAll(timeline.before(mark));
                timeline = timeline.without(mark);
            }
            graph.put(key, timeline);
        }
        return affected;
    }

    private Mark mark(Statement<?> statement, Claim claim, long ordinal) {
        return new Mark(statement.stated().from(), statement.known(), value(claim), ordinal);
    }

    /** What orders values of one slot, whatever the order in which their entities arrived. */
    private String value(Claim claim) {
        return GraphKeys.digest(
                claim.match(
                        new Claim.Visitor<String>() {
                            @Override
                            public String observation(Claim.Observation observation) {
                                return observation.text();
                            }

                            @Override
                            public String relation(Claim.Relation relation) {
                                return GraphText.key(graph.entity(relation.target()).name());
                            }
                        }));
    }

    /** Declares a slot single-valued: the values it has already take their place on a timeline. */
    private void begin(String key, Claim claim) {
        graph.put(key, Timeline.EMPTY);
        List<Long> members = new ArrayList<>();
        graph.links(
                claim.subject(),
                each -> {
                    Claim held = graph.fact(each).claim();
                    if (held.slot() != null && GraphKeys.timeline(held).equals(key)) {
                        members.add(each);
                    }
                });
        for (long member : members) {
            Fact fact = graph.fact(member);
            graph.put(member, fact.onTimeline(true), null);
            believe(member, Set.of(), CLOSED);
        }
        members.forEach(member -> draw(member, CLOSED));
    }

    private void attach(long ordinal, Claim claim) {
        graph.link(claim.subject(), ordinal);
        long target = target(claim);
        if (target >= 0 && target != claim.subject()) {
            graph.link(target, ordinal);
        }
    }

    private void attachNew(long ordinal, Claim before, Claim claim) {
        List<Long> held = List.of(before.subject(), target(before));
        Stream.of(claim.subject(), target(claim))
                .distinct()
                .filter(entity -> entity >= 0 && !held.contains(entity))
                .forEach(entity -> graph.link(entity, ordinal));
    }

    /** The entity a relation leads to; -1 for an observation. */
    static long target(Claim claim) {
        return claim.match(
                new Claim.Visitor<Long>() {
                    @Override
                    public Long observation(Claim.Observation observation) {
                        return -1L;
                    }

                    @Override
                    public Long relation(Claim.Relation relation) {
                        return relation.target();
                    }
                });
    }
}
