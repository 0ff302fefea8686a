package dev.alluvium.bench.soak;

import dev.alluvium.bench.soak.Item.Fate;
import dev.alluvium.bench.soak.Item.Sort;
import dev.alluvium.state.Position;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * What was written to one memory and acknowledged, and how far it was seen. Any thread; an item
 * that someone writes is out of others' reach until that is done.
 */
final class Ledger {

    private static final int REMEMBERED_GONE = 200;

    final String user;
    final int most;
    private final Map<String, Item> items = new HashMap<>();
    private final Map<Sort, ArrayDeque<Item>> there = new HashMap<>();
    private final ArrayDeque<String> gone = new ArrayDeque<>();
    private Position acknowledged;
    private Position seen;
    private long clock;

    /**
     * @param most records, and facts, that are kept
     */
    Ledger(String user, int most) {
        this.user = user;
        this.most = most;
        for (Sort sort : Sort.values()) {
            there.put(sort, new ArrayDeque<>());
        }
    }

    synchronized List<Item> begin(List<Item> fresh) {
        fresh.forEach(item -> items.put(item.id, item));
        return fresh;
    }

    /** A write of items is acknowledged; they are in reach of others. */
    synchronized void wrote(Collection<Item> written) {
        for (Item item : written) {
            item.fate = Fate.THERE;
            there.get(item.sort).add(item);
        }
    }

    /** A deletion is acknowledged. */
    synchronized void deleted(Collection<Item> deleted) {
        clock++;
        for (Item item : deleted) {
            item.fate = Fate.GONE;
            item.goneAt = clock;
            if (item.sort == Sort.RECORD) {
                gone.add(item.id);
            }
        }
        while (gone.size() > REMEMBERED_GONE) {
            gone.remove();
        }
    }

    /** Takes the oldest beyond what is kept, to delete them; empty if there are none. */
    synchronized List<Item> takeSurplus(Sort sort) {
        Deque<Item> all = there.get(sort);
        List<Item> surplus = new ArrayList<>();
        while (all.size() > most) {
            surplus.add(hold(all.poll()));
        }
        return surplus;
    }

    /** Takes one to write to it, or null. */
    synchronized Item take(Sort sort) {
        Item item = there.get(sort).poll();
        return item == null ? null : hold(item);
    }

    /** Takes all there is, to erase it. */
    synchronized List<Item> takeAll() {
        List<Item> all = new ArrayList<>();
        there.values()
                .forEach(
                        queue -> {
                            queue.forEach(item -> all.add(hold(item)));
                            queue.clear();
                        });
        return all;
    }

    private static Item hold(Item item) {
        item.fate = Fate.UNSURE;
        return item;
    }

    /** The id of a record whose deletion was acknowledged, or null. */
    synchronized String anyGone(Random random) {
        return gone.isEmpty()
                ? null
                : gone.stream().skip(random.nextInt(gone.size())).findFirst().orElseThrow();
    }

    synchronized Position acknowledged() {
        return acknowledged;
    }

    synchronized Position seen() {
        return later(seen, acknowledged);
    }

    synchronized void acknowledged(Position position) {
        acknowledged = later(acknowledged, position);
    }

    synchronized void seen(Position position) {
        seen = later(seen, position);
    }

    private static Position later(Position one, Position other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.offset() >= other.offset() ? one : other;
    }

    synchronized long clock() {
        return clock;
    }

    /**
     * What is wrong with seeing an item in an answer that was asked for at {@code then}; or null.
     */
    synchronized String wrongToSee(String id, long then) {
        Item item = items.get(id);
        if (item == null) {
            return "was never written";
        }
        return item.goneAt <= then ? "had been deleted" : null;
    }

    synchronized List<Item> items() {
        return List.copyOf(items.values());
    }
}
