package dev.alluvium.state.vector;

import java.util.Iterator;

/**
 * Finds the vectors of a memory that are nearly the same as a given one without scanning them:
 * every remembered record asks it, so that what is known already is not stored twice.
 *
 * <p>It keeps a {@link Sketch} of each vector in several orders: the same bits, read from {@value
 * #ORDERS} different starting bits. A near vector differs in few bits, so in some order it agrees
 * with the query in the leading ones and stands close to it (Charikar's sorted permutations, 2002).
 * Only a bounded window around the query is read in each order, so the cost does not grow with
 * crowding: where ten thousand vectors are nearly the same, the windows hold those that agree in
 * most bits, and an equal vector is always the neighbour. Memories below {@value #SCANNED} vectors
 * keep no orders; all their sketches are compared.
 *
 * <p>Models put all texts into a narrow cone, which makes most signs alike; with the mean of the
 * memory's vectors subtracted they tell texts apart again. So the caller learns the mean once (see
 * {@link #wantsMean}), stores it, and builds the index anew with it.
 *
 * <p>Candidates come from estimates; the caller compares the real vectors. What is answered depends
 * only on the mean and the set of ordinals with their vectors, not on the order of additions and
 * removals. Not thread-safe: it belongs to the one writer of a memory.
 */
public final class NearIndex {
    /** Up to this many vectors an index compares all sketches. */
    static final int SCANNED = 1024;

    private static final int ORDERS = 24;

    private final int dimension;
    private final float[] mean;
    private final SignRotation rotation;
    private final SketchTable table = new SketchTable();

    /** Null while the memory is small. */
    private SketchOrder[] orders;

    /**
     * An empty index.
     *
     * @param dimension components of every vector
     * @param meanOrNull what is subtracted from every vector, kept and not copied; null while none
     *     is learnt
     */
    public NearIndex(int dimension, float[] meanOrNull) {
        if (dimension < 1) {
            throw new IllegalArgumentException(
                    "dimension " + dimension + " is below 1; give the embedding model's dimension");
        }
        if (meanOrNull != null && meanOrNull.length != dimension) {
            throw new IllegalArgumentException(
                    "the mean has dimension "
                            + meanOrNull.length
                            + ", not "
                            + dimension
                            + "; use the mean of this memory's own vectors");
        }
        this.dimension = dimension;
        this.mean = meanOrNull;
        this.rotation = SignRotation.of(dimension);
    }

    /** The mean of {@code vectors}, summed in double precision in the order given. */
    public static float[] meanOf(Iterable<float[]> vectors) {
        Iterator<float[]> each = vectors.iterator();
        if (!each.hasNext()) {
            throw new IllegalArgumentException("no vectors have no mean; give at least one");
        }
        double[] sums = new double[each.next().length];
        int count = 0;
        for (float[] vector : vectors) {
            Int8Codes.check(vector, sums.length);
            for (int i = 0; i < sums.length; i++) {
                sums[i] += vector[i];
            }
            count++;
        }
        float[] mean = new float[sums.length];
        for (int i = 0; i < mean.length; i++) {
            mean[i] = (float) (sums[i] / count);
        }
        return mean;
    }

    /** Vectors in this index. */
    public int size() {
        return table.size();
    }

    /**
     * Whether the memory has grown enough for a mean to be worth learning and none was: the caller
     * should store {@link #meanOf} its vectors and fill a new index made with it.
     */
    public boolean wantsMean() {
        return mean == null && table.size() >= SCANNED;
    }

    /** What this index keeps of a unit vector; to be stored, or to ask and add with one effort. */
    public Sketch sketch(float[] unitVector) {
        Int8Codes.check(unitVector, dimension);
        return rotation.sketch(unitVector, mean);
    }

    /** Adds a vector under {@code ordinal}, which must not be in use. */
    public void add(long ordinal, float[] unitVector) {
        add(ordinal, sketch(unitVector));
    }

    /** Adds a vector by the sketch that this index, or one with the same mean, made of it. */
    public void add(long ordinal, Sketch sketch) {
        if (table.slotOf(ordinal) >= 0) {
            throw new IllegalArgumentException(
                    "ordinal " + ordinal + " has a vector already; remove it first");
        }
        int slot = table.add(ordinal, sketch);
        if (orders != null) {
            for (SketchOrder order : orders) {
                order.add(table, sketch, slot);
            }
        } else if (table.size() > SCANNED) {
            sortAll();
        }
    }

    /** Removes the vector of {@code ordinal}; does nothing when there is none. */
    public void remove(long ordinal) {
        int slot = table.slotOf(ordinal);
        if (slot < 0) {
            return;
        }
        if (orders != null) {
            Sketch sketch = table.sketch(slot);
            for (SketchOrder order : orders) {
                order.remove(table, sketch, slot);
            }
        }
        table.remove(slot);
        if (table.size() <= SCANNED / 2) {
            orders = null;
        }
    }

    /**
     * Ordinals of vectors whose cosine to {@code unitVector} may be {@code minCosine} or more.
     *
     * @param minCosine in [0, 1], of the vectors as they are, the mean not subtracted
     * @param limit how many at most
     * @return by estimated cosine, nearest first; equal ones by ordinal
     */
    public long[] near(float[] unitVector, double minCosine, int limit) {
        return near(sketch(unitVector), centred(unitVector, minCosine), limit);
    }

    /**
     * As {@link #near(float[], double, int)}, of the vector the sketch was made of, but {@code
     * minCosine} is that of vectors with the mean subtracted, as the sketches see them.
     */
    public long[] near(Sketch sketch, double minCosine, int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit " + limit + " is below 1; ask for some");
        }
        Reach reach = Reach.of(minCosine);
        Nearest nearest = new Nearest(sketch, reach.differingBits(), Math.min(limit, table.size()));
        // By size, not by whether there are orders: that would depend on what was removed before.
        if (table.size() <= SCANNED) {
            for (int slot = 0; slot < table.slots(); slot++) {
                if (table.isLive(slot)) {
                    nearest.offer(table, slot);
                }
            }
        } else {
            for (int i = 0; i < orders.length; i++) {
                if (reach.allOrders() || i % 3 != 2) {
                    orders[i].offerNear(table, sketch, reach, nearest);
                }
            }
        }
        return nearest.inOrder();
    }

    /** Heap this index holds, in bytes, without object headers and the mean. */
    public long bytes() {
        long bytes = table.bytes();
        if (orders != null) {
            for (SketchOrder order : orders) {
                bytes += order.bytes();
            }
        }
        return bytes;
    }

    /**
     * What a cosine becomes when the mean is subtracted from two near unit vectors: their
     * difference stays as it is, and the lengths are both about that of {@code unitVector} without
     * the mean.
     */
    private double centred(float[] unitVector, double cosine) {
        if (mean == null) {
            return cosine;
        }
        double squares = 0;
        for (int i = 0; i < dimension; i++) {
            double component = unitVector[i] - mean[i];
            squares += component * component;
        }
        return squares == 0 ? 0 : Math.max(0, Math.min(1, 1 - (1 - cosine) / squares));
    }

    private void sortAll() {
        orders = new SketchOrder[ORDERS];
        for (int i = 0; i < ORDERS; i++) {
            orders[i] = new SketchOrder(i * (Sketch.BITS / ORDERS));
        }
        for (int slot = 0; slot < table.slots(); slot++) {
            if (table.isLive(slot)) {
                Sketch sketch = table.sketch(slot);
                for (SketchOrder order : orders) {
                    order.add(table, sketch, slot);
                }
            }
        }
    }
}
