package dev.alluvium.state.graph.read;

import dev.alluvium.state.bitemporal.Interval;
import dev.alluvium.state.graph.EntityRef;
import dev.alluvium.state.graph.read.Neighbourhood.Neighbour;
import java.util.ArrayList;
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

    NeighbourWalk(Showing showing) {
        this.showing = showing;
    }

    /** How an entity was reached; {@code relation} is null at the centre, {@code valid} always. */
    private record Step(int entity, Step before, VersionRow relation, Interval valid) {

        int distance() {
            return before == null ? 0 : before.distance() + 1;
        }

        Interval validWith(VersionRow next) {
            Interval interval = next.version().valid();
            return before == null ? interval : valid.intersection(interval);
        }
    }

    Neighbourhood from(EntityRef of, int depth, int limit) {
        int centre = showing.findOne(of);
        if (centre == VersionRow.NONE) {
            return new Neighbourhood(null, List.of());
        }
        Map<Integer, Step> reached = new LinkedHashMap<>();
        reached.put(centre, new Step(centre, null, null, null));
        List<Step> frontier = List.copyOf(reached.values());
        for (int distance = 0; distance < depth && reached.size() <= limit; distance++) {
            List<Step> next = new ArrayList<>();
            for (Step step : frontier) {
                walk(step, reached, next, limit);
            }
            frontier = next;
        }
        return new Neighbourhood(
                showing.node(centre),
                reached.values().stream().skip(1).map(this::neighbour).toList());
    }

    private void walk(Step from, Map<Integer, Step> reached, List<Step> next, int limit) {
        for (VersionRow row : showing.facts(from.entity())) {
            int other = row.isRelation() ? row.otherThan(from.entity()) : from.entity();
            if (reached.size() > limit || reached.containsKey(other)) {
                continue;
            }
            Interval valid = from.validWith(row);
            if (valid != null) {
                Step step = new Step(other, from, row, valid);
                reached.put(other, step);
                next.add(step);
            }
        }
    }

    private Neighbour neighbour(Step step) {
        List<ShownFact> path = new ArrayList<>();
        for (Step each = step; each.before() != null; each = each.before()) {
            path.add(0, showing.fact(each.relation()));
        }
        return new Neighbour(showing.node(step.entity()), step.distance(), path, step.valid());
    }
}
