package dev.alluvium.state.vector;

import java.util.Arrays;

/**
 * All sketches of an index in the order of their bits read from one starting bit on, so that those
 * which share the longest run of bits with a query stand next to it.
 *
 * <p>Entries carry the first 32 bits and the slot, so most comparisons touch nothing else; ties go
 * through the rest of the sketch and then the ordinal, which makes the order total and a function
 * of the set alone. Kept in sorted leaves of at most {@value #LEAF} entries under one directory: an
 * insertion moves at most a kilobyte.
 */
final class SketchOrder {
    private static final int LEAF = 128;
    private static final int PREFIX_BITS = Integer.SIZE;

    private final int startBit;
    private long[][] leaves = {new long[LEAF]};
    private int[] sizes = new int[1];
    private int leafCount = 1;

    /** The first entry of each leaf again, so that a search does not touch every leaf it passes. */
    private long[] firsts = new long[1];

    SketchOrder(int startBit) {
        this.startBit = startBit;
    }

    void add(SketchTable table, Sketch sketch, int slot) {
        long prefix = prefix(sketch);
        long ordinal = table.ordinal(slot);
        int leaf = leafOf(table, sketch, prefix, ordinal);
        int at = positionIn(leaf, table, sketch, prefix, ordinal);
        if (sizes[leaf] == LEAF) {
            split(leaf);
            if (at > LEAF / 2) {
                at -= LEAF / 2;
                leaf++;
            }
        }
        long[] entries = leaves[leaf];
        System.arraycopy(entries, at, entries, at + 1, sizes[leaf] - at);
        entries[at] = prefix << PREFIX_BITS | slot;
        sizes[leaf]++;
        firsts[leaf] = entries[0];
    }

    void remove(SketchTable table, Sketch sketch, int slot) {
        long prefix = prefix(sketch);
        long ordinal = table.ordinal(slot);
        int leaf = leafOf(table, sketch, prefix, ordinal);
        int at = positionIn(leaf, table, sketch, prefix, ordinal);
        long[] entries = leaves[leaf];
        sizes[leaf]--;
        System.arraycopy(entries, at + 1, entries, at, sizes[leaf] - at);
        if (sizes[leaf] == 0 && leafCount > 1) {
            leafCount--;
            System.arraycopy(leaves, leaf + 1, leaves, leaf, leafCount - leaf);
            System.arraycopy(sizes, leaf + 1, sizes, leaf, leafCount - leaf);
            System.arraycopy(firsts, leaf + 1, firsts, leaf, leafCount - leaf);
            leaves[leafCount] = null;
        } else {
            firsts[leaf] = entries[0];
        }
    }

    /**
     * Offers the entries on both sides of {@code query}, nearest first, at most {@code reach}'s
     * window each and only while they share enough leading bits.
     */
    void offerNear(SketchTable table, Sketch query, Reach reach, Nearest nearest) {
        long prefix = prefix(query);
        // Before the smallest ordinal: among equal sketches the query stands first.
        int middle = leafOf(table, query, prefix, Long.MIN_VALUE);
        int at = positionIn(middle, table, query, prefix, Long.MIN_VALUE);

        int leaf = middle;
        int index = at;
        for (int taken = 0; taken < reach.window(); taken++, index++) {
            while (leaf < leafCount && index == sizes[leaf]) {
                leaf++;
                index = 0;
            }
            if (leaf == leafCount || !offer(leaves[leaf][index], prefix, table, reach, nearest)) {
                break;
            }
        }
        leaf = middle;
        index = at - 1;
        for (int taken = 0; taken < reach.window(); taken++, index--) {
            while (leaf >= 0 && index < 0) {
                leaf--;
                index = leaf < 0 ? 0 : sizes[leaf] - 1;
            }
            if (leaf < 0 || !offer(leaves[leaf][index], prefix, table, reach, nearest)) {
                break;
            }
        }
    }

    long bytes() {
        return (long) Long.BYTES * LEAF * leafCount
                + (long) (2 * Long.BYTES + Integer.BYTES) * leaves.length;
    }

    private static boolean offer(
            long entry, long prefix, SketchTable table, Reach reach, Nearest nearest) {
        int difference = (int) ((entry >>> PREFIX_BITS) ^ prefix);
        if (Integer.numberOfLeadingZeros(difference) < reach.sharedBits()) {
            return false;
        }
        // Most neighbours in the order are strangers; their first bits say so without a cache miss.
        if (Integer.bitCount(difference) <= reach.differingPrefixBits()) {
            nearest.offer(table, (int) entry);
        }
        return true;
    }

    private long prefix(Sketch sketch) {
        return sketch.bitsFrom(startBit) >>> PREFIX_BITS;
    }

    /** The last leaf whose first entry is not beyond the given key, or the first leaf. */
    private int leafOf(SketchTable table, Sketch sketch, long prefix, long ordinal) {
        int low = 0;
        int high = leafCount - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (compare(firsts[middle], table, sketch, prefix, ordinal) <= 0) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /** The first position in the leaf whose entry is not before the given key. */
    private int positionIn(int leaf, SketchTable table, Sketch sketch, long prefix, long ordinal) {
        long[] entries = leaves[leaf];
        int low = 0;
        int high = sizes[leaf];
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (compare(entries[middle], table, sketch, prefix, ordinal) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private int compare(long entry, SketchTable table, Sketch sketch, long prefix, long ordinal) {
        long entryPrefix = entry >>> PREFIX_BITS;
        if (entryPrefix != prefix) {
            return entryPrefix < prefix ? -1 : 1;
        }
        int slot = (int) entry;
        for (int bit = 0; bit < Sketch.BITS; bit += Long.SIZE) {
            long entryBits = Sketch.bitsFrom(table.words(), slot * Sketch.WORDS, startBit + bit);
            long bits = sketch.bitsFrom(startBit + bit);
            if (entryBits != bits) {
                return Long.compareUnsigned(entryBits, bits);
            }
        }
        return Long.compare(table.ordinal(slot), ordinal);
    }

    private void split(int leaf) {
        if (leafCount == leaves.length) {
            int room = leafCount + leafCount / 2 + 1;
            leaves = Arrays.copyOf(leaves, room);
            sizes = Arrays.copyOf(sizes, room);
            firsts = Arrays.copyOf(firsts, room);
        }
        System.arraycopy(leaves, leaf, leaves, leaf + 1, leafCount - leaf);
        System.arraycopy(sizes, leaf, sizes, leaf + 1, leafCount - leaf);
        System.arraycopy(firsts, leaf, firsts, leaf + 1, leafCount - leaf);
        leafCount++;
        long[] upper = new long[LEAF];
        System.arraycopy(leaves[leaf], LEAF / 2, upper, 0, LEAF / 2);
        leaves[leaf + 1] = upper;
        sizes[leaf] = LEAF / 2;
        sizes[leaf + 1] = LEAF / 2;
        firsts[leaf + 1] = upper[0];
    }
}
