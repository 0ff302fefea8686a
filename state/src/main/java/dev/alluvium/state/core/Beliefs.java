package dev.alluvium.state.core;

import dev.alluvium.state.bitemporal.History;
import dev.alluvium.state.bitemporal.Interval;
import dev.alluvium.state.bitemporal.Statement;
import dev.alluvium.state.bitemporal.Timeline.Mark;
import dev.alluvium.state.graph.Claim;
import dev.alluvium.state.graph.Declaration;
import dev.alluvium.state.graph.Fact;
import dev.alluvium.state.graph.GraphKeys;
import dev.alluvium.state.graph.GraphText;
import dev.alluvium.state.graph.Provenance;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Keeps what is believed in step with what was stated: of a fact itself, and of those that share
 * its timeline.
 */
final class Beliefs {

    /** Why versions are closed of which another value begins. */
    private static final String ENDED = "ended";

    /** Why versions are closed that end elsewhere now, as another value changed. */
    static final String MOVED = "its end moved";

    private final GraphDraft graph;
    private final Instant known;

    Beliefs(GraphDraft graph, Instant known) {
        this.graph = graph;
        this.known = known;
    }

    Instant known() {
        return known;
    }

    /** Whether a claim's slot has one value at a time. */
    boolean isSingle(Claim claim) {
        return claim.slot() != null
                && graph.entity(claim.subject()).declaration(GraphKeys.slot(claim)) != null;
    }

    /** A writer says that a claim's slot has one value at a time. */
    void declare(Claim claim) {
        String slot = GraphKeys.slot(claim);
        Declaration declared = graph.entity(claim.subject()).declaration(slot);
        if (declared == null || !declared.isOwn()) {
            declare(claim.subject(), slot, List.of());
        }
    }

    /** Declares a slot: the values it has already take their places on a timeline. */
    void declare(long subject, String slot, List<Long> carried) {
        boolean isNew = graph.entity(subject).declaration(slot) == null;
        graph.put(subject, graph.entity(subject).declaring(slot, carried));
        if (isNew) {
            putOnTimeline(values(subject, slot), true);
        }
    }

    /** Takes a declaration back: the values are no longer each other's ends. */
    void undeclare(long subject, String slot) {
        List<Long> values = values(subject, slot);
        graph.put(subject, graph.entity(subject).declaring(slot, null));
        putOnTimeline(values, false);
    }

    private List<Long> values(long subject, String slot) {
        List<Long> values = new ArrayList<>();
        for (long each : graph.links(subject, slot)) {
            Fact fact = graph.fact(each);
            if (fact != null
                    && fact.claim().subject() == subject
                    && fact.claim().slot() != null
                    && GraphKeys.slot(fact.claim()).equals(slot)) {
                values.add(each);
            }
        }
        return values;
    }

    private void putOnTimeline(List<Long> values, boolean single) {
        for (long each : values) {
            Fact fact = graph.fact(each);
            marks(each, fact).forEach(timeline(fact.claim())::remove);
            Fact moved = fact.onTimeline(single);
            graph.put(each, moved, null);
            marks(each, moved).forEach(timeline(fact.claim())::add);
        }
        values.forEach(each -> draw(each, single ? ENDED : MOVED));
    }

    /** Adds a fact that was not known before. */
    void insert(Fact fact, float[] vector) {
        long ordinal = graph.nextFact();
        graph.insert(fact.onTimeline(isSingle(fact.claim())), vector);
        fact.claims().forEach(claim -> graph.addTo(GraphKeys.claim(claim), ordinal));
        attach(ordinal, fact.claim());
        remark(ordinal, Set.of(), ENDED, ENDED);
    }

    /** Adds a statement to a fact. */
    void add(long ordinal, Statement<Claim, Provenance> statement, float[] vector) {
        Fact before = graph.fact(ordinal);
        List<Statement<Claim, Provenance>> statements = new ArrayList<>(before.statements());
        statements.add(statement);
        graph.put(ordinal, before.withStatements(statements), vector);
        graph.addTo(GraphKeys.claim(statement.said()), ordinal);
        long other = GraphDraft.NO_FACT;
        if (before.singleValued()) {
            TimelineDraft timeline = timeline(before.claim());
            Mark mark = mark(ordinal, value(before.claim()), statement);
            timeline.add(mark);
            other = timeline.before(mark);
        }
        draw(ordinal, ENDED);
        if (other != ordinal) {
            draw(other, ENDED);
        }
    }

    /** Puts a fact whose claim, statements or ends changed. */
    void replace(long ordinal, Fact changed, String reason) {
        Fact before = graph.fact(ordinal);
        Set<Mark> marks = marks(ordinal, before);
        TimelineDraft left = before.singleValued() ? timeline(before.claim()) : null;
        Set<Long> others = new TreeSet<>();
        if (!changed.claim().equals(before.claim())) {
            attachAnew(ordinal, before.claims(), changed.claim());
            take(marks, left, others);
            marks = Set.of();
        }
        graph.put(ordinal, changed.onTimeline(isSingle(changed.claim())), null);
        remark(ordinal, marks, reason, MOVED);
        others.remove(ordinal);
        others.forEach(other -> draw(other, MOVED));
        index(ordinal, before.claims(), graph.fact(ordinal).claims());
    }

    /** Takes a fact off the graph; what it had ended comes back. */
    void remove(long ordinal) {
        Fact fact = graph.fact(ordinal);
        Set<Long> others = new TreeSet<>();
        Set<Mark> marks = marks(ordinal, fact);
        if (!marks.isEmpty()) {
            take(marks, timeline(fact.claim()), others);
        }
        index(ordinal, fact.claims(), Set.of());
        graph.deleteFact(ordinal);
        others.remove(ordinal);
        others.forEach(other -> draw(other, MOVED));
    }

    /** When a statement makes its fact hold, as things stand; null if at no time. */
    Interval holding(long ordinal, Statement<Claim, Provenance> statement) {
        Fact fact = graph.fact(ordinal);
        return Belief.of(fact, statement, cut(ordinal, fact));
    }

    /** Where another value ends what a statement says of a fact, or null. */
    Function<Statement<Claim, Provenance>, Instant> cut(long ordinal, Fact fact) {
        if (!fact.singleValued()) {
            return statement -> null;
        }
        TimelineDraft timeline = timeline(fact.claim());
        String value = value(fact.claim());
        return statement -> timeline.end(mark(ordinal, value, statement));
    }

    private TimelineDraft timeline(Claim claim) {
        return new TimelineDraft(graph, GraphKeys.timeline(claim));
    }

    /**
     * Brings the marks of a fact on its timeline from what they were to what they are to be, and
     * draws what is believed of it and of its neighbours there.
     */
    private void remark(long ordinal, Set<Mark> before, String reason, String reasonOfOthers) {
        Fact fact = graph.fact(ordinal);
        Set<Mark> after = marks(ordinal, fact);
        Set<Long> others = new TreeSet<>();
        if (!before.isEmpty() || !after.isEmpty()) {
            TimelineDraft timeline = timeline(fact.claim());
            Set<Mark> gone = new HashSet<>(before);
            gone.removeAll(after);
            take(gone, timeline, others);
            for (Mark mark : after) {
                if (!before.contains(mark)) {
                    timeline.add(mark);
                    others.add(timeline.before(mark));
                }
            }
        }
        draw(ordinal, reason);
        others.remove(ordinal);
        others.forEach(other -> draw(other, reasonOfOthers));
    }

    private static void take(Set<Mark> marks, TimelineDraft timeline, Set<Long> others) {
        for (Mark mark : marks) {
            others.add(timeline.before(mark));
            timeline.remove(mark);
        }
    }

    private void draw(long ordinal, String reason) {
        Fact fact = ordinal == GraphDraft.NO_FACT ? null : graph.fact(ordinal);
        if (fact == null) {
            return;
        }
        List<Interval> valid = Belief.of(fact, cut(ordinal, fact));
        History<Claim> next = fact.history().believing(fact.claim(), valid, known, reason);
        if (!next.equals(fact.history())) {
            Fact drawn = fact.withHistory(next);
            graph.put(ordinal, drawn, null);
        }
    }

    private Set<Mark> marks(long ordinal, Fact fact) {
        Set<Mark> marks = new LinkedHashSet<>();
        if (fact.singleValued()) {
            String value = value(fact.claim());
            fact.statements().stream()
                    .filter(Statement::stands)
                    .map(statement -> mark(ordinal, value, statement))
                    .forEach(marks::add);
        }
        return marks;
    }

    private static Mark mark(long ordinal, String value, Statement<Claim, Provenance> statement) {
        return new Mark(statement.stated().from(), statement.known(), value, ordinal);
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

    /** Keeps the index of what facts say and said. */
    private void index(long ordinal, Set<Claim> before, Set<Claim> after) {
        Set<String> keys = new HashSet<>();
        after.forEach(claim -> keys.add(GraphKeys.claim(claim)));
        for (Claim claim : before) {
            String key = GraphKeys.claim(claim);
            if (!keys.contains(key)) {
                graph.removeFrom(key, ordinal);
            }
        }
        keys.forEach(key -> graph.addTo(key, ordinal));
    }

    private void attach(long ordinal, Claim claim) {
        graph.link(claim.subject(), ordinal, slot(claim));
        long target = target(claim);
        if (target >= 0 && target != claim.subject()) {
            graph.link(target, ordinal, null);
        }
    }

    /** What a fact was attached to once, it still is. */
    private void attachAnew(long ordinal, Set<Claim> before, Claim claim) {
        boolean asValue =
                before.stream()
                        .anyMatch(
                                each ->
                                        each.subject() == claim.subject()
                                                && Objects.equals(slot(each), slot(claim)));
        if (!asValue) {
            graph.link(claim.subject(), ordinal, slot(claim));
        }
        long target = target(claim);
        boolean toTarget =
                before.stream()
                        .anyMatch(each -> each.subject() == target || target(each) == target);
        if (target >= 0 && target != claim.subject() && !toTarget) {
            graph.link(target, ordinal, null);
        }
    }

    private static String slot(Claim claim) {
        return claim.slot() == null ? null : GraphKeys.slot(claim);
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
