package dev.alluvium.state.recall;

import dev.alluvium.state.record.MemoryRecord;

/**
 * The best few of many slots by score, in primitive arrays: a heap whose top is the worst kept.
 * Equal scores end by the order of listings, newest first, then by id.
 */
final class BestSlots {

    private final RecordView view;
    private final double[] scores;
    private final int[] slots;
    private int count;

    BestSlots(RecordView view, int limit) {
        this.view = view;
        int most = Math.min(limit, view.size());
        scores = new double[most];
        slots = new int[most];
    }

    /** Below this no slot can be kept any more. */
    double threshold() {
        if (count < scores.length) {
            return Double.NEGATIVE_INFINITY;
        }
        return count == 0 ? Double.POSITIVE_INFINITY : scores[0];
    }

    void offer(double score, int slot) {
        if (count < scores.length) {
            int at = count++;
            while (at > 0 && isWorse(score, slot, (at - 1) / 2)) {
                move((at - 1) / 2, at);
                at = (at - 1) / 2;
            }
            scores[at] = score;
            slots[at] = slot;
        } else if (count > 0 && !isWorse(score, slot, 0)) {
            sink(score, slot, count);
        }
    }

    /** Offers what another of the same view has kept. */
    void add(BestSlots other) {
        for (int i = 0; i < other.count; i++) {
            offer(other.scores[i], other.slots[i]);
        }
    }

    /** Takes the kept slots, best first; nothing is kept afterwards. */
    int[] take() {
        int[] best = new int[count];
        while (count > 0) {
            int last = --count;
            best[last] = slots[0];
            sink(scores[last], slots[last], last);
        }
        return best;
    }

    private void sink(double score, int slot, int size) {
        int at = 0;
        for (int child = 1; child < size; child = 2 * at + 1) {
            if (child + 1 < size && isWorse(scores[child + 1], slots[child + 1], child)) {
                child++;
            }
            if (isWorse(score, slot, child)) {
                break;
            }
            move(child, at);
            at = child;
        }
        if (size > 0) {
            scores[at] = score;
            slots[at] = slot;
        }
    }

    private void move(int from, int to) {
        scores[to] = scores[from];
        slots[to] = slots[from];
    }

    private boolean isWorse(double score, int slot, int than) {
        if (score != scores[than]) {
            return score < scores[than];
        }
        MemoryRecord one = view.record(slot);
        MemoryRecord other = view.record(slots[than]);
        return RecordPage.ORDER.compare(one, other) > 0;
    }
}
