package dev.alluvium.state.core;

import dev.alluvium.state.bitemporal.Known;
import dev.alluvium.state.graph.Claim;
import dev.alluvium.state.graph.Declaration;
import dev.alluvium.state.graph.Entity;
import dev.alluvium.state.graph.EntityRef;
import dev.alluvium.state.graph.Fact;
import dev.alluvium.state.graph.GraphKeys;
import dev.alluvium.state.graph.GraphText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Makes two entities one, so that it can be undone exactly. */
final class EntityMerger {

    /** Low bits that stand beside a fact that was moved: which of its ends were. */
    private static final int SUBJECT = 1;

    private static final int TARGET = 2;
    private static final int ROLE_BITS = 2;

    private final GraphDraft graph;
    private final EntityWriter entities;
    private final Beliefs beliefs;
    private final Instant known;

    EntityMerger(GraphDraft graph, EntityWriter entities, Beliefs beliefs, Instant known) {
        this.graph = graph;
        this.entities = entities;
        this.beliefs = beliefs;
        this.known = known;
    }

    /** Names, declarations and facts of {@code from} become those of {@code into}. */
    void merge(long from, long into) {
        if (from == into) {
            throw new IllegalArgumentException(
                    "both names mean \""
                            + graph.entity(from).name()
                            + "\"; there is nothing to merge");
        }
        Entity merged = graph.entity(from);
        for (String name : EntityWriter.names(merged)) {
            graph.removeFrom(GraphKeys.name(name), from);
        }
        graph.put(from, merged.withMergers(Known.add(merged.mergers(), into, known)));
        graph.addTo(GraphKeys.merged(into), from);
        EntityWriter.names(merged).forEach(name -> entities.adopt(into, name));
        merged.declared().forEach(each -> carry(each, from, into));
        moveFacts(from, into);
        entities.touch(into);
    }

    private void carry(Declaration declared, long from, long into) {
        Declaration held = graph.entity(into).declaration(declared.slot());
        if (held == null || !held.isOwn()) {
            List<Long> carried = new ArrayList<>(held == null ? List.of() : held.carried());
            carried.add(from);
            beliefs.declare(into, declared.slot(), carried);
        }
    }

    private void moveFacts(long from, long into) {
        List<Long> moved = new ArrayList<>();
        for (long ordinal : graph.links(from)) {
            Fact fact = graph.fact(ordinal);
            int roles = fact == null ? 0 : roles(fact.claim(), from);
            if (roles != 0) {
                moved.add(ordinal << ROLE_BITS | roles);
                move(ordinal, roles, into, "merged");
            }
        }
        graph.setIndex(GraphKeys.moved(from), moved.stream().mapToLong(Long::longValue).toArray());
    }

    private static int roles(Claim claim, long entity) {
        return (claim.subject() == entity ? SUBJECT : 0)
                | (Beliefs.target(claim) == entity ? TARGET : 0);
    }

    private void move(long ordinal, int roles, long to, String reason) {
        Fact fact = graph.fact(ordinal);
        beliefs.replace(ordinal, fact.withClaim(moved(fact.claim(), roles, to)), reason);
    }

    private static Claim moved(Claim claim, int roles, long to) {
        long subject = (roles & SUBJECT) == 0 ? claim.subject() : to;
        return claim.match(
                new Claim.Visitor<Claim>() {
                    @Override
                    public Claim observation(Claim.Observation each) {
                        return new Claim.Observation(subject, each.attribute(), each.text());
                    }

                    @Override
                    public Claim relation(Claim.Relation each) {
                        long target = (roles & TARGET) == 0 ? each.target() : to;
                        return new Claim.Relation(subject, each.type(), target);
                    }
                });
    }

    /**
     * Gives an entity back its names and the facts that it had.
     *
     * @param reference to the entity that was merged
     * @return its ordinal
     */
    long unmerge(EntityRef reference) {
        long from = merged(reference);
        Entity merged = graph.entity(from);
        long into = merged.mergedInto(null);
        if (graph.entity(into).mergedInto(null) != null) {
            throw new IllegalArgumentException(
                    "\""
                            + merged.name()
                            + "\" is merged into \""
                            + graph.entity(into).name()
                            + "\", which is merged itself; undo that first");
        }
        Instant since = merged.mergers().get(merged.mergers().size() - 1).known().from();
        graph.put(from, merged.withMergers(Known.close(merged.mergers(), into, known)));
        graph.removeFrom(GraphKeys.merged(into), from);
        for (String name : EntityWriter.names(merged)) {
            if (cameWith(graph.entity(into), name, since)) {
                entities.removeAlias(into, name);
            }
            graph.addTo(GraphKeys.name(name), from);
        }
        for (long moved : graph.index(GraphKeys.moved(from))) {
            moveBack(moved >>> ROLE_BITS, (int) moved & SUBJECT + TARGET, from, into);
        }
        graph.setIndex(GraphKeys.moved(from), new long[0]);
        graph.entity(into).declared().forEach(each -> dropCarried(each, from, into));
        graph.put(from, graph.entity(from).touched(known));
        return from;
    }

    private long merged(EntityRef reference) {
        for (long holder : graph.index(GraphKeys.name(reference.name()))) {
            long found = merged(reference, holder);
            if (found != EntityWriter.NONE) {
                return found;
            }
        }
        throw new IllegalArgumentException(
                "no entity \"" + reference + "\" is merged into another");
    }

    /** The last that was merged of those so named; what was merged into that before comes after. */
    private long merged(EntityRef reference, long into) {
        String key = GraphText.key(reference.name());
        long[] merged = graph.index(GraphKeys.merged(into));
        long found = EntityWriter.NONE;
        for (long each : merged) {
            Entity entity = graph.entity(each);
            boolean isOfType = reference.type() == null || reference.type().equals(entity.type());
            found = isOfType && isNamed(entity, key) ? each : found;
        }
        for (int i = 0; i < merged.length && found == EntityWriter.NONE; i++) {
            found = merged(reference, merged[i]);
        }
        return found;
    }

    private static boolean isNamed(Entity entity, String key) {
        return EntityWriter.names(entity).stream()
                .anyMatch(name -> GraphText.key(name).equals(key));
    }

    private static boolean cameWith(Entity into, String name, Instant since) {
        return into.aliases().stream()
                .anyMatch(
                        alias ->
                                alias.isBelieved()
                                        && alias.value().equals(name)
                                        && alias.known().from().equals(since));
    }

    /** What was said to be of another entity since stays there. */
    private void moveBack(long ordinal, int roles, long from, long into) {
        Fact fact = graph.fact(ordinal);
        int still = fact == null ? 0 : roles & roles(fact.claim(), into);
        if (still != 0) {
            move(ordinal, still, from, "unmerged");
        }
    }

    private void dropCarried(Declaration declared, long from, long into) {
        if (declared.carried().contains(from)) {
            List<Long> left = declared.carried().stream().filter(each -> each != from).toList();
            if (left.isEmpty()) {
                beliefs.undeclare(into, declared.slot());
            } else {
                beliefs.declare(into, declared.slot(), left);
            }
        }
    }
}
