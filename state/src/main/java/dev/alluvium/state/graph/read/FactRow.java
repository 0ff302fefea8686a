package dev.alluvium.state.graph.read;

/**
 * A fact with its places in the other columns.
 *
 * @param fact in a {@link FactFormat}
 * @param versions the slot of each version of its history, in order
 * @param vector the row of its vector, or {@link VersionTable#NONE}
 */
record FactRow(long ordinal, byte[] fact, int[] versions, int vector) {

    private static final int BYTES = 90;

    /** Which of its versions stands in a slot. */
    int indexOf(int slot) {
        int at = 0;
        while (versions[at] != slot) {
            at++;
        }
        return at;
    }

    long bytes() {
        return BYTES + fact.length + (long) Integer.BYTES * versions.length;
    }
}
