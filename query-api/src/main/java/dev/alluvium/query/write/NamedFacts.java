package dev.alluvium.query.write;

import dev.alluvium.state.command.AssertFacts;
import dev.alluvium.state.graph.EntityDraft;
import dev.alluvium.state.graph.ObservationDraft;
import dev.alluvium.state.graph.ObservationsDraft;
import dev.alluvium.state.graph.RelationDraft;
import java.util.ArrayList;
import java.util.List;

/**
 * An assertion with an id for all that came without.
 *
 * @param ids in the order in which outcomes tell of them: of each entity and then its observations,
 *     of the other observations, of the relations
 */
public record NamedFacts(AssertFacts command, List<String> ids) {

    public static NamedFacts of(AssertFacts given, Ids ids) {
        Naming naming = new Naming(ids);
        List<EntityDraft> entities = new ArrayList<>(given.entities().size());
        for (EntityDraft each : given.entities()) {
            EntityDraft named = each.withId(naming.next(each.id()));
            entities.add(named.withObservations(naming.named(named.observations())));
        }
        List<ObservationsDraft> observations = new ArrayList<>(given.observations().size());
        for (ObservationsDraft each : given.observations()) {
            observations.add(each.withObservations(naming.named(each.observations())));
        }
        List<RelationDraft> relations = new ArrayList<>(given.relations().size());
        for (RelationDraft each : given.relations()) {
            relations.add(each.withId(naming.next(each.id())));
        }
        return new NamedFacts(
                new AssertFacts(
                        given.memory(),
                        given.idempotencyKey(),
                        entities,
                        observations,
                        relations,
                        given.createMissing(),
                        given.partial()),
                naming.all);
    }

    /** Gives ids out, and keeps them in order. */
    private static final class Naming {

        private final Ids ids;
        private final List<String> all = new ArrayList<>();

        Naming(Ids ids) {
            this.ids = ids;
        }

        String next(String given) {
            String id = given == null ? ids.at(all.size()) : given;
            all.add(id);
            return id;
        }

        List<ObservationDraft> named(List<ObservationDraft> drafts) {
            List<ObservationDraft> named = new ArrayList<>(drafts.size());
            drafts.forEach(each -> named.add(each.withId(next(each.id()))));
            return named;
        }
    }
}
