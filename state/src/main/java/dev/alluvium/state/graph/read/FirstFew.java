package dev.alluvium.state.graph.read;

import java.util.List;
import java.util.PriorityQueue;

/** Keeps the first few of many slots in an order. */
final class FirstFew {

    private final int most;
    private final Slots.Order order;
    private final PriorityQueue<Integer> lastFirst;

    FirstFew(int most, Slots.Order order) {
        this.most = most;
        this.order = order;
        this.lastFirst = new PriorityQueue<>((one, other) -> order.compare(other, one));
    }

    void offer(int slot) {
        if (lastFirst.size() < most) {
            lastFirst.add(slot);
        } else if (most > 0 && order.compare(slot, lastFirst.element()) < 0) {
            lastFirst.remove();
            lastFirst.add(slot);
        }
    }

    List<Integer> inOrder() {
        return lastFirst.stream().sorted(order::compare).toList();
    }
}
