package dev.alluvium.query.ingest;

import dev.alluvium.state.MemoryId;
import dev.alluvium.state.command.AssertFacts;
import dev.alluvium.state.command.Command;
import dev.alluvium.state.graph.EntityDraft;
import dev.alluvium.state.graph.ObservationsDraft;
import dev.alluvium.state.graph.RelationDraft;
import java.util.ArrayList;
import java.util.List;

/**
 * Parts of a graph that are stated together. A command states entities, then observations, then
 * relations, so that a row of an earlier kind begins another: the rows keep their order. Entities
 * that are named only are created, and a row that the memory cannot take does not take the others
 * with it.
 */
final class FactGroup extends Group {

    /** Entities and facts: enough to share the cost of a command, few enough to be applied fast. */
    private static final int MAX_ITEMS = 500;

    private final List<EntityDraft> entities = new ArrayList<>();
    private final List<ObservationsDraft> observations = new ArrayList<>();
    private final List<RelationDraft> relations = new ArrayList<>();
    private int items;

    FactGroup(MemoryId memory) {
        super(memory);
    }

    @Override
    boolean fits(ImportItem item) {
        boolean inOrder =
                item instanceof ImportItem.Entity && observations.isEmpty() && relations.isEmpty()
                        || item instanceof ImportItem.Observation && relations.isEmpty()
                        || item instanceof ImportItem.Relation;
        return inOrder && (items == 0 || items + items(item) <= MAX_ITEMS);
    }

    @Override
    void put(ImportItem item) {
        items += items(item);
        if (item instanceof ImportItem.Entity row) {
            entities.add(row.draft());
        } else if (item instanceof ImportItem.Observation row) {
            observations.add(row.draft());
        } else if (item instanceof ImportItem.Relation row) {
            relations.add(row.draft());
        }
    }

    private static int items(ImportItem item) {
        return item instanceof ImportItem.Entity row ? 1 + row.draft().observations().size() : 1;
    }

    @Override
    Command command(String idempotencyKey) {
        return new AssertFacts(
                memory(), idempotencyKey, entities, observations, relations, true, true);
    }
}
