package dev.alluvium.state.graph.read;

import dev.alluvium.state.bitemporal.Interval;
import dev.alluvium.state.graph.EntityRef;
import dev.alluvium.state.graph.read.Neighbourhood.Neighbour;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Walks relations from an entity, breadth first and in both directions. Each entity is reached
 * once, by a shortest path whose relations hold together at some time; of equally short ones by the
 * one whose relations were known first.
 */
final class NeighbourWalk {

    private final Showing showing;
    private final GraphView view;

    NeighbourWalk(Showing showing) {
        this.showing = showing;
        this.view = showing.view();
    }

    /**
     * How an entity was reached.
     *
     * @param before null at the centre, as are {@code relation} and {@code valid}
     * @param relation the slot of the version on which it was reached
     */
    private record Step(int entity, int distance, Step before, int relation, Interval valid) {

        static Step centre(int entity) {
            return new Step(entity, 0, null, VersionTable.NONE, null);
        }

        /** The step behind this one, or null where they hold at no time together. */
        Step to(int other, int along, Interval interval) {
            Interval both = valid == null ? interval : valid.intersection(interval);
            return both == null ? null : new Step(other, distance + 1, this, along, both);
        }
    }

    Neighbourhood from(EntityRef of, int depth, int limit) {
        int centre = showing.findOne(of);
        if (centre == VersionTable.NONE) {
            return new Neighbourhood(null, List.of());
        }
        Map<Integer, Step> reached = new LinkedHashMap<>();
        reached.put(centre, Step.centre(centre));
        List<Step> frontier = List.copyOf(reached.values());
        while (!frontier.isEmpty() && frontier.get(0).distance() < depth) {
            List<Step> next = new ArrayList<>();
            for (Step step : frontier) {
                walk(step, reached, next, limit);
            }
            frontier = next;
        }
        return new Neighbourhood(
                showing.node(centre, Showing.SOME),
                reached.values().stream().skip(1).map(this::neighbour).toList());
    }

    private void walk(Step from, Map<Integer, Step> reached, List<Step> next, int limit) {
        // The centre is among those reached, and not counted.
        if (reached.size() > limit) {
            return;
        }
        Slots relations = new Slots();
        showing.collect(from.entity(), new Slots(), relations);
        for (int i = 0; i < relations.size() && reached.size() <= limit; i++) {
            int relation = relations.get(i);
            int other = view.versions.otherEnd(relation, from.entity());
            if (!reached.containsKey(other)) {
                Step step = from.to(other, relation, view.version(relation).valid());
                if (step != null) {
                    reached.put(other, step);
                    next.add(step);
                }
            }
        }
    }

    private Neighbour neighbour(Step step) {
        List<ShownFact> path = new ArrayList<>();
        for (Step each = step; each.before() != null; each = each.before()) {
            path.add(showing.fact(each.relation()));
        }
        Collections.reverse(path);
        return new Neighbour(
                showing.node(step.entity(), Showing.SOME), step.distance(), path, step.valid());
    }
}
