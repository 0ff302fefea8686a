package dev.alluvium.state.episode;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * Who stands before and after whom in a session, in order of time and then of arrival: two links
 * per slot. One thread links; links only ever gain slots between others, so a reader that skips
 * what its view does not hold finds the neighbours its view had, whatever was linked since.
 */
final class SessionLinks {

    /** No neighbour. */
    static final int NONE = -1;

    /** How far the place of a late turn is looked for, and a neighbour past removed turns. */
    private static final int MAX_STEPS = 1024;

    private static final int MAX_SKIPS = 64;

    private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);

    private volatile int[] before = new int[8];
    private volatile int[] after = new int[8];

    /** The slot linked last, by session. */
    private int[] recent = new int[4];

    /** Says whether one slot comes before another in their session. */
    interface Order {
        boolean precedes(int slot, int other);
    }

    /** Links a slot, one more than the last, into its session. */
    void add(int slot, int session, Order order) {
        grow(slot, session);
        int left = recent[session] - 1;
        recent[session] = slot + 1;
        if (left == NONE) {
            link(slot, NONE, NONE);
            return;
        }
        int right = after[left];
        int steps = 0;
        while (left != NONE && order.precedes(slot, left) && steps++ < MAX_STEPS) {
            right = left;
            left = before[left];
        }
        while (right != NONE && order.precedes(right, slot) && steps++ < MAX_STEPS) {
            left = right;
            right = after[right];
        }
        link(slot, left, right);
    }

    /** The nearest slot before that a view holds, or {@link #NONE}. */
    int before(int slot, TurnView view) {
        return nearest(before, slot, view);
    }

    /** The nearest slot after that a view holds, or {@link #NONE}. */
    int after(int slot, TurnView view) {
        return nearest(after, slot, view);
    }

    long bytes() {
        return 4L * (before.length + after.length + recent.length);
    }

    private static int nearest(int[] links, int slot, TurnView view) {
        int at = (int) ELEMENT.getAcquire(links, slot);
        int skips = 0;
        while (at != NONE && !view.holds(at)) {
            // what came after the view must not count, or the view would change
            skips += at < view.size ? 1 : 0;
            if (skips > MAX_SKIPS) {
                return NONE;
            }
            at = (int) ELEMENT.getAcquire(links, at);
        }
        return at;
    }

    private void link(int slot, int left, int right) {
        // complete before anyone can reach it
        before[slot] = left;
        after[slot] = right;
        if (left != NONE) {
            ELEMENT.setRelease(after, left, slot);
        }
        if (right != NONE) {
            ELEMENT.setRelease(before, right, slot);
        }
    }

    private void grow(int slot, int session) {
        if (slot == before.length) {
            before = Arrays.copyOf(before, slot * 3 / 2);
            after = Arrays.copyOf(after, slot * 3 / 2);
        }
        if (session >= recent.length) {
            recent = Arrays.copyOf(recent, Math.max(session + 1, recent.length * 3 / 2));
        }
    }
}
