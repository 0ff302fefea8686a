package dev.alluvium.query.state;

import dev.alluvium.state.serving.Endpoint;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Which subtask owns which key groups, as far as was announced: of several that claim a group, the
 * one that said so last. One thread notes what was announced, any thread asks.
 *
 * <p>Who was killed said no farewell, and is announced for ever. While a later one owns its groups
 * that is no matter; after that it is asked once, and forgotten when it does not answer.
 */
final class EndpointDirectory {

    private final Map<String, Endpoint> announced = new LinkedHashMap<>();

    /** Ids of those of which a later one has claimed a group. */
    private final Set<String> outlived = new HashSet<>();

    private volatile Endpoint[] owners = {};

    /** An announcement in the order of the topic; null withdraws it. */
    synchronized void note(String id, Endpoint endpoint) {
        announced.remove(id);
        outlived.remove(id);
        if (endpoint != null) {
            for (Endpoint earlier : announced.values()) {
                if (overlap(earlier, endpoint)) {
                    outlived.add(earlier.id());
                }
            }
            announced.put(id, endpoint);
        }
        owners = assigned();
    }

    private static boolean overlap(Endpoint one, Endpoint other) {
        return one.firstKeyGroup() <= other.lastKeyGroup()
                && other.firstKeyGroup() <= one.lastKeyGroup();
    }

    /** Whether a later one has claimed a group of an endpoint, be it withdrawn since or not. */
    synchronized boolean isOutlived(Endpoint endpoint) {
        return outlived.contains(endpoint.id());
    }

    /** An endpoint does not answer as an owner does; one that was not outlived may yet recover. */
    synchronized void foundGone(Endpoint endpoint) {
        if (outlived.remove(endpoint.id())) {
            announced.remove(endpoint.id());
            owners = assigned();
        }
    }

    private Endpoint[] assigned() {
        int groups = 0;
        for (Endpoint endpoint : announced.values()) {
            groups = endpoint.maxParallelism();
        }
        Endpoint[] next = new Endpoint[groups];
        for (Endpoint endpoint : announced.values()) {
            int last = Math.min(endpoint.lastKeyGroup(), groups - 1);
            for (int group = endpoint.firstKeyGroup(); group <= last; group++) {
                next[group] = endpoint;
            }
        }
        return next;
    }

    /** How many key groups there are; 0 before the first announcement. */
    int keyGroups() {
        return owners.length;
    }

    /** The owner of a key group, or null. */
    Endpoint owner(int keyGroup) {
        Endpoint[] now = owners;
        return keyGroup < now.length ? now[keyGroup] : null;
    }

    /** Those that own any key group. */
    Set<Endpoint> known() {
        Set<Endpoint> known = new LinkedHashSet<>();
        for (Endpoint owner : owners) {
            if (owner != null) {
                known.add(owner);
            }
        }
        return known;
    }

    /** All owners; empty unless every key group has one. */
    Set<Endpoint> all() {
        Set<Endpoint> all = new LinkedHashSet<>();
        for (Endpoint owner : owners) {
            if (owner == null) {
                return Set.of();
            }
            all.add(owner);
        }
        return all;
    }
}
