package dev.alluvium.state.graph.read;

import dev.alluvium.state.bitemporal.Known;
import dev.alluvium.state.graph.Entity;
import java.util.List;

/**
 * Which entities a memory learned of last: by the last write that touched them, or for a known time
 * in the past by the newest beginning of what was known of them then. Ties by name.
 */
final class Recency {

    private static final int FIRST_ASKED = 32;

    private final Showing showing;
    private final GraphView view;
    private final long[] newest;
    private List<Integer> first = List.of();
    private int asked;
    private int given;

    Recency(Showing showing) {
        this.showing = showing;
        this.view = showing.view();
        this.newest = showing.knownAt() == null ? touched() : known(Ticks.of(showing.knownAt()));
    }

    /** The slots of the shown entities that are newest, newest first. */
    List<Integer> newestFirst(int limit) {
        FirstFew first = new FirstFew(limit, this::compare);
        // Backwards, since the newest mostly came last, and what is not kept costs least.
        for (int slot = newest.length - 1; slot >= 0; slot--) {
            if (showing.isShown(slot)) {
                first.offer(slot);
            }
        }
        return first.inOrder();
    }

    private int compare(int one, int other) {
        int order = Long.compare(newest[other], newest[one]);
        return order != 0 ? order : showing.compareNames(one, other);
    }

    /**
     * The slot of the next entity in the order of {@link #newestFirst}, or {@link
     * VersionTable#NONE}; made for callers who look at few.
     */
    int next() {
        if (given == first.size()) {
            if (given < asked) {
                return VersionTable.NONE;
            }
            asked = asked == 0 ? FIRST_ASKED : 4 * asked;
            first = newestFirst(asked);
        }
        return given < first.size() ? first.get(given++) : VersionTable.NONE;
    }

    private long[] touched() {
        long[] touched = new long[view.entities.size()];
        for (int slot = 0; slot < touched.length; slot++) {
            touched[slot] = view.entities.get(slot).touched();
        }
        return touched;
    }

    private long[] known(long knownAt) {
        long[] known = new long[view.entities.size()];
        for (int slot = 0; slot < known.length; slot++) {
            Entity entity = showing.entity(slot);
            known[slot] = entity == null ? Long.MIN_VALUE : known(entity, knownAt);
        }
        for (int version = 0; version < view.versions.size(); version++) {
            long at = view.versions.knownFrom(version);
            if (at <= knownAt && !view.versions.isRemoved(version)) {
                raise(known, view.versions.subject(version), at);
                if (view.versions.isRelation(version)) {
                    raise(known, view.versions.target(version), at);
                }
            }
        }
        return known;
    }

    private static long known(Entity entity, long knownAt) {
        long newest = Ticks.of(entity.created());
        for (Known<?> type : entity.types()) {
            newest = later(newest, Ticks.of(type.known().from()), knownAt);
        }
        for (Known<?> alias : entity.aliases()) {
            newest = later(newest, Ticks.of(alias.known().from()), knownAt);
        }
        return newest;
    }

    private static void raise(long[] known, int slot, long at) {
        known[slot] = Math.max(known[slot], at);
    }

    private static long later(long newest, long at, long knownAt) {
        return at > newest && at <= knownAt ? at : newest;
    }
}
