package dev.alluvium.state.core;

import dev.alluvium.state.Position;
import dev.alluvium.state.command.AssertFacts;
import dev.alluvium.state.core.FactWriter.Span;
import dev.alluvium.state.core.FactWriter.Stated;
import dev.alluvium.state.graph.Claim;
import dev.alluvium.state.graph.EntityDraft;
import dev.alluvium.state.graph.EntityRef;
import dev.alluvium.state.graph.GraphSelection;
import dev.alluvium.state.graph.GraphText;
import dev.alluvium.state.graph.Identity;
import dev.alluvium.state.graph.ObservationDraft;
import dev.alluvium.state.graph.ObservationsDraft;
import dev.alluvium.state.graph.Provenance;
import dev.alluvium.state.graph.RelationDraft;
import dev.alluvium.state.graph.Revision;
import dev.alluvium.state.outcome.ItemOutcome;
import dev.alluvium.state.outcome.ItemOutcome.Action;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Applies what writers say of the graph to a draft, each command all or nothing. */
final class GraphWriter {

    /** Takes the vector away: it is of what the fact said before. */
    private static final float[] NO_VECTOR = {};

    private final Draft draft;
    private final GraphDraft graph;
    private final FactWriter facts;
    private final FactReviser reviser;
    private final FactEraser eraser;
    private final EntityWriter entities;
    private final EntityMerger merger;
    private final Beliefs beliefs;
    private final Set<String> singleValued;
    private final Position position;
    private final List<ItemOutcome> outcomes = new ArrayList<>();
    private int items;
    private Function<Provenance, Instant> said;
    private boolean createsMissing;
    private boolean isPartial;

    /**
     * @param items how many of the command's items other writers have given ids already
     */
    GraphWriter(Draft draft, Set<String> singleValued, Position position, int items) {
        this.draft = draft;
        this.graph = draft.graph();
        this.beliefs = new Beliefs(graph, draft.known());
        this.facts = new FactWriter(graph, beliefs);
        this.reviser = new FactReviser(graph, beliefs);
        this.eraser = new FactEraser(graph, beliefs, reviser);
        this.entities = new EntityWriter(graph, eraser, draft.known());
        this.merger = new EntityMerger(graph, entities, beliefs, draft.known());
        this.singleValued =
                singleValued.stream().map(GraphText::canonical).collect(Collectors.toSet());
        this.position = position;
        this.items = items;
        this.said = source -> draft.known();
    }

    /**
     * @param times when each source said what it did: facts without a start hold from then on
     */
    GraphWriter said(Function<Provenance, Instant> times) {
        said = times;
        return this;
    }

    /** An outcome for each entity, with its observations behind it, then for each other item. */
    List<ItemOutcome> state(AssertFacts command) {
        createsMissing = command.createMissing();
        isPartial = command.partial();
        command.entities().forEach(this::state);
        Set<String> missing = createsMissing || isPartial ? Set.of() : missing(command);
        if (!missing.isEmpty()) {
            throw unknown(missing);
        }
        for (ObservationsDraft each : command.observations()) {
            attempt(
                    each.observations().stream().map(ObservationDraft::id),
                    () -> state(findOrCreate(each.entity()), each.observations()));
        }
        for (RelationDraft each : command.relations()) {
            attempt(Stream.of(each).map(RelationDraft::id), () -> state(each));
        }
        return outcomes;
    }

    /**
     * States items; where that cannot be, a partial command has them refused and goes on. Whatever
     * can fail does so before any of the facts is written.
     */
    private void attempt(Stream<String> ids, Runnable statement) {
        try {
            statement.run();
        } catch (IllegalArgumentException e) {
            if (!isPartial) {
                throw e;
            }
            ids.map(id -> id == null ? nextId() : id)
                    .map(id -> new ItemOutcome(id, Action.REFUSED, null, e.getMessage()))
                    .forEach(outcomes::add);
        }
    }

    private static IllegalArgumentException unknown(Collection<String> entities) {
        return new IllegalArgumentException(
                "unknown entities: "
                        + String.join(", ", entities)
                        + "; create them first, or set create_missing");
    }

    private Set<String> missing(AssertFacts command) {
        Set<String> missing = new LinkedHashSet<>();
        command.observations().forEach(each -> addMissing(missing, each.entity()));
        for (RelationDraft each : command.relations()) {
            addMissing(missing, each.source());
            addMissing(missing, each.target());
        }
        return missing;
    }

    private void addMissing(Set<String> missing, EntityRef entity) {
        if (entities.find(entity) == EntityWriter.NONE) {
            missing.add(entity.toString());
        }
    }

    private void state(EntityDraft entity) {
        Stream<String> ids =
                Stream.concat(
                        Stream.of(entity).map(EntityDraft::id),
                        entity.observations().stream().map(ObservationDraft::id));
        attempt(ids, () -> state(upsert(entity), entity.observations()));
    }

    private long upsert(EntityDraft entity) {
        String id = entity.id() == null ? nextId() : entity.id();
        EntityWriter.Upserted upserted = entities.upsert(entity, id);
        String held = graph.entity(upserted.ordinal()).id();
        if (upserted.inserted()) {
            outcomes.add(new ItemOutcome(id, Action.INSERTED, null, null));
        } else if (upserted.retyped()) {
            outcomes.add(
                    new ItemOutcome(
                            held, Action.UPDATED, null, "its type is now " + entity.type()));
        } else {
            outcomes.add(new ItemOutcome(held, Action.DUPLICATE, held, null));
        }
        return upserted.ordinal();
    }

    private void state(long entity, List<ObservationDraft> observations) {
        for (ObservationDraft each : observations) {
            attempt(Stream.of(each).map(ObservationDraft::id), () -> state(entity, each));
        }
    }

    private void state(long entity, ObservationDraft each) {
        state(
                each.id(),
                new Claim.Observation(entity, each.attribute(), each.content()),
                each.singleValued(),
                span(each.validFrom(), each.provenance(), each.validTo()),
                each.provenance(),
                each.vector());
        entities.touch(entity);
    }

    private void state(RelationDraft each) {
        entities.find(each.target());
        long source = findOrCreate(each.source());
        long target = findOrCreate(each.target());
        state(
                each.id(),
                new Claim.Relation(source, each.type(), target),
                each.singleValued(),
                span(each.validFrom(), each.provenance(), each.validTo()),
                each.provenance(),
                each.vector());
        entities.touch(source);
        entities.touch(target);
    }

    private void state(
            String givenId,
            Claim claim,
            Boolean single,
            Span span,
            Provenance source,
            float[] vector) {
        String id = givenId == null ? nextId() : givenId;
        record(
                id,
                facts.state(id, claim, isSingle(single, claim.slot()), span, source, unit(vector)));
    }

    private Span span(Instant validFrom, Provenance source, Instant validTo) {
        return new Span(validFrom, said.apply(source), validTo);
    }

    private void record(String id, Stated stated) {
        String held = stated.fact().id();
        if (stated.inserted()) {
            outcomes.add(new ItemOutcome(held, Action.INSERTED, null, null));
        } else if (stated.changed()) {
            outcomes.add(
                    new ItemOutcome(held, Action.UPDATED, null, "it holds at other times as well"));
        } else {
            outcomes.add(new ItemOutcome(id, Action.DUPLICATE, held, null));
        }
    }

    private boolean isSingle(Boolean stated, String slot) {
        return stated == null ? slot != null && singleValued.contains(slot) : stated;
    }

    private float[] unit(float[] vector) {
        float[] unit = draft.unit(vector);
        if (unit != null) {
            draft.holds(unit);
        }
        return unit;
    }

    private long findOrCreate(EntityRef reference) {
        long ordinal = entities.find(reference);
        if (ordinal == EntityWriter.NONE && !createsMissing) {
            throw unknown(List.of(reference.toString()));
        }
        return ordinal != EntityWriter.NONE
                ? ordinal
                : entities.create(nextId(), reference.name(), reference.type());
    }

    private String nextId() {
        return LogIds.ulid(draft.known(), position, items++);
    }

    /** Revises a fact by its id. */
    ItemOutcome revise(String id, Revision revision) {
        long ordinal = graph.factOf(id);
        if (ordinal == GraphDraft.NO_FACT) {
            return notFound(id);
        }
        ItemOutcome outcome = revision.match(new Revising(id, ordinal));
        if (outcome.action() == Action.UPDATED) {
            entities.touch(graph.fact(ordinal).claim().subject());
        }
        return outcome;
    }

    private static ItemOutcome notFound(String id) {
        return new ItemOutcome(id, Action.NOT_FOUND, null, "this memory has no fact of this id");
    }

    private ItemOutcome ended(String id, String unchanged) {
        return unchanged == null
                ? new ItemOutcome(id, Action.UPDATED, null, null)
                : new ItemOutcome(id, Action.DUPLICATE, id, unchanged);
    }

    /** Adds or removes an alias, merges or unmerges; refused where an entity is unknown. */
    ItemOutcome identify(Identity identity) {
        return identity.match(new Identifying());
    }

    private long required(EntityRef reference) {
        long ordinal = entities.find(reference);
        if (ordinal == EntityWriter.NONE) {
            throw new IllegalArgumentException("there is no entity \"" + reference + "\"");
        }
        return ordinal;
    }

    /** Deletes what is selected; the number of entities, facts and turns that are gone. */
    long delete(GraphSelection selection) {
        return new SelectionEraser(draft, entities, eraser).delete(selection);
    }

    private final class Revising implements Revision.Visitor<ItemOutcome> {

        private final String id;
        private final long ordinal;

        Revising(String id, long ordinal) {
            this.id = id;
            this.ordinal = ordinal;
        }

        @Override
        public ItemOutcome invalidate(Revision.Invalidate revision) {
            Instant at = revision.at() == null ? draft.known() : revision.at();
            return ended(id, reviser.invalidate(ordinal, at));
        }

        @Override
        public ItemOutcome correct(Revision.Correct revision) {
            Claim before = graph.fact(ordinal).claim();
            Claim claim = before.match(new Corrected(revision));
            if (!Objects.equals(claim.slot(), before.slot()) && isSingle(null, claim.slot())) {
                beliefs.declare(claim);
            }
            String unchanged = reviser.correct(ordinal, claim, revision);
            if (revision.saysOtherwise()) {
                float[] vector = unit(revision.vector());
                graph.put(ordinal, graph.fact(ordinal), vector == null ? NO_VECTOR : vector);
            }
            return ended(id, unchanged);
        }

        @Override
        public ItemOutcome retract(Revision.Retract revision) {
            return ended(id, reviser.retract(ordinal, revision.reason()));
        }

        @Override
        public ItemOutcome supersede(Revision.Supersede revision) {
            long next = graph.factOf(revision.by());
            if (next == GraphDraft.NO_FACT) {
                return notFound(revision.by());
            }
            if (next == ordinal) {
                throw new IllegalArgumentException(
                        "fact \"" + id + "\" cannot supersede itself; name another fact as by");
            }
            reviser.supersede(ordinal, next, revision.at());
            return new ItemOutcome(id, Action.UPDATED, null, null);
        }
    }

    /** A claim with what a correction gives instead. */
    private final class Corrected implements Claim.Visitor<Claim> {

        private final Revision.Correct revision;

        Corrected(Revision.Correct revision) {
            this.revision = revision;
        }

        @Override
        public Claim observation(Claim.Observation claim) {
            if (revision.type() != null || revision.target() != null) {
                throw new IllegalArgumentException(
                        "the fact is an observation, which has no type and no target; correct its content");
            }
            return revision.content() == null
                    ? claim
                    : new Claim.Observation(claim.subject(), claim.attribute(), revision.content());
        }

        @Override
        public Claim relation(Claim.Relation claim) {
            if (revision.content() != null) {
                throw new IllegalArgumentException(
                        "the fact is a relation, which has no content; correct its type or target");
            }
            return new Claim.Relation(
                    claim.subject(),
                    revision.type() == null ? claim.type() : revision.type(),
                    revision.target() == null ? claim.target() : required(revision.target()));
        }
    }

    private final class Identifying implements Identity.Visitor<ItemOutcome> {

        @Override
        public ItemOutcome addAlias(Identity.AddAlias identity) {
            long ordinal = required(identity.entity());
            return changed(
                    ordinal, entities.addAlias(ordinal, identity.alias()), "already so called");
        }

        @Override
        public ItemOutcome removeAlias(Identity.RemoveAlias identity) {
            long ordinal = required(identity.entity());
            return changed(
                    ordinal, entities.removeAlias(ordinal, identity.alias()), "not so called");
        }

        @Override
        public ItemOutcome merge(Identity.Merge identity) {
            long into = required(identity.into());
            merger.merge(required(identity.from()), into);
            return changed(into, true, null);
        }

        @Override
        public ItemOutcome unmerge(Identity.Unmerge identity) {
            return changed(merger.unmerge(identity.from()), true, null);
        }

        private ItemOutcome changed(long ordinal, boolean isChanged, String otherwise) {
            String id = graph.entity(ordinal).id();
            return isChanged
                    ? new ItemOutcome(id, Action.UPDATED, null, null)
                    : new ItemOutcome(id, Action.DUPLICATE, id, otherwise);
        }
    }
}
