package dev.alluvium.state.core;

import dev.alluvium.state.bitemporal.End;
import dev.alluvium.state.bitemporal.History;
import dev.alluvium.state.bitemporal.Statement;
import dev.alluvium.state.bitemporal.Version;
import dev.alluvium.state.graph.Claim;
import dev.alluvium.state.graph.Fact;
import dev.alluvium.state.graph.GraphKeys;
import dev.alluvium.state.graph.Provenance;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Deletes facts for good, and brings back what they had ended. */
final class FactEraser {

    private static final String DELETED = "a source was deleted";

    private final GraphDraft graph;
    private final Beliefs beliefs;
    private final FactReviser reviser;

    FactEraser(GraphDraft graph, Beliefs beliefs, FactReviser reviser) {
        this.graph = graph;
        this.beliefs = beliefs;
        this.reviser = reviser;
    }

    void delete(long ordinal) {
        Fact fact = graph.fact(ordinal);
        reviser.takeBackEnds(ordinal);
        for (long before : graph.index(GraphKeys.superseded(ordinal))) {
            Fact followed = graph.fact(before);
            if (followed != null && fact.id().equals(followed.followedBy())) {
                graph.put(before, followed.withFollowedBy(null), null);
            }
        }
        graph.setIndex(GraphKeys.superseded(ordinal), new long[0]);
        Stream.concat(fact.ends().stream().map(End::by), Stream.of(fact.followedBy()))
                .filter(Objects::nonNull)
                .distinct()
                .forEach(next -> unlink(fact, ordinal, next));
        beliefs.remove(ordinal);
    }

    private void unlink(Fact fact, long ordinal, String next) {
        for (long successor : graph.index(GraphKeys.fact(next))) {
            graph.removeFrom(GraphKeys.superseded(successor), ordinal);
            Fact following = graph.fact(successor);
            if (fact.id().equals(following.follows())) {
                graph.put(successor, following.withFollows(null), null);
            }
        }
    }

    /** Takes the sources that match away from a fact; without any left it is deleted. */
    void removeSources(long ordinal, Predicate<Provenance> matching) {
        Fact fact = graph.fact(ordinal);
        List<Statement<Claim, Provenance>> next = new ArrayList<>();
        for (Statement<Claim, Provenance> statement : fact.statements()) {
            List<Provenance> left = statement.sources().stream().filter(matching.negate()).toList();
            if (!left.isEmpty()) {
                next.add(statement.withSources(left));
            }
        }
        if (next.isEmpty()) {
            delete(ordinal);
        } else if (!next.equals(fact.statements())) {
            beliefs.replace(ordinal, fact.withStatements(next), DELETED);
        }
    }

    /**
     * Deletes what a fact says of an entity that is deleted: all of it where it still speaks of
     * that entity, otherwise what it once said.
     */
    void forget(long ordinal, long entity) {
        Fact fact = graph.fact(ordinal);
        if (names(fact.claim(), entity)) {
            delete(ordinal);
            return;
        }
        List<Statement<Claim, Provenance>> statements = new ArrayList<>();
        for (Statement<Claim, Provenance> each : fact.statements()) {
            if (!names(each.said(), entity)) {
                statements.add(each);
            } else if (each.stands()) {
                statements.add(each.saying(fact.claim()));
            }
        }
        List<Version<Claim>> versions =
                fact.history().versions().stream()
                        .filter(version -> !names(version.content(), entity))
                        .toList();
        if (statements.isEmpty()) {
            delete(ordinal);
        } else {
            beliefs.replace(
                    ordinal,
                    fact.withStatements(statements).withHistory(new History<>(versions)),
                    DELETED);
        }
    }

    private static boolean names(Claim claim, long entity) {
        return claim.subject() == entity || Beliefs.target(claim) == entity;
    }
}
