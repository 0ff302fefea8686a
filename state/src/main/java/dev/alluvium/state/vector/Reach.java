package dev.alluvium.state.vector;

/**
 * How far a search must look so that vectors of a wanted cosine are found: follows from the
 * probability that a bit differs, angle/π, alone.
 *
 * @param differingBits more differing bits than this are out of the question
 * @param differingPrefixBits the same for the first 32 bits of an order
 * @param sharedBits an order is followed while at least so many leading bits agree
 * @param window entries looked at on each side in one order, at most: the bound of the cost where
 *     many vectors lie close together
 * @param allOrders whether every order must be searched: very near vectors agree so often that two
 *     in three are enough, with a miss of 3 in 10,000
 */
record Reach(
        int differingBits, int differingPrefixBits, int sharedBits, int window, boolean allOrders) {
    private static final double DEVIATIONS = 4;
    private static final double PREFIX_DEVIATIONS = 3;

    /** A wanted vector agrees in the shared bits of any one order with this probability. */
    private static final double AGREEMENT = 0.4;

    private static final int WINDOW = 32;

    /** From this cosine on the bounds above follow from the agreement, not from the window. */
    private static final double VERY_NEAR = 0.97;

    static Reach of(double minCosine) {
        if (!(minCosine >= 0 && minCosine <= 1)) {
            throw new IllegalArgumentException(
                    "cosine "
                            + minCosine
                            + " is not in [0, 1]; sketches tell only near vectors from others");
        }
        double differs = Math.acos(minCosine) / Math.PI;
        double shared = Math.log(AGREEMENT) / Math.log1p(-Math.max(differs, 1e-9));
        return new Reach(
                bound(Sketch.BITS, differs, DEVIATIONS),
                bound(Integer.SIZE, differs, PREFIX_DEVIATIONS),
                (int) Math.min(shared, Integer.SIZE / 2.0),
                WINDOW,
                minCosine < VERY_NEAR);
    }

    private static int bound(int bits, double differs, double deviations) {
        return (int)
                Math.ceil(
                        bits * differs
                                + deviations * Math.sqrt(bits * differs * (1 - differs))
                                + 1);
    }
}
