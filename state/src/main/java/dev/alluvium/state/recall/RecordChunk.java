package dev.alluvium.state.recall;

import dev.alluvium.state.record.MemoryRecord;
import java.time.Instant;
import java.util.Arrays;

/**
 * Up to {@value #SLOTS} rows of a memory, column by column. The writer fills free slots in place,
 * which no view looks at yet; to change a slot that a view may look at it copies the chunk, so a
 * view's rows never change.
 *
 * <p>Instants stand as milliseconds, rounded down: enough to decide all comparisons but those of
 * two instants in the same millisecond, for which the record itself is asked.
 */
final class RecordChunk {

    static final int SLOTS = 512;

    /** The end of an interval that has none. */
    static final long NEVER = Long.MAX_VALUE;

    /** So that the distance of any two instants is a long. */
    private static final long FARTHEST = NEVER / 4;

    private static final int FIRST_SLOTS = 8;
    private static final int BYTES_PER_SLOT = 4 + 8 + 4 + 8 + 5 * 8;

    /** Between which two views the writer made this chunk, and may change its slots in place. */
    final long epoch;

    final MemoryRecord[] records;
    final long[] ordinals;
    final int[] facets;
    final double[] importance;
    final long[] createdAt;
    final long[] validFrom;
    final long[] validTo;
    final long[] knownFrom;
    final long[] knownTo;

    RecordChunk(long epoch) {
        this.epoch = epoch;
        records = new MemoryRecord[FIRST_SLOTS];
        ordinals = new long[FIRST_SLOTS];
        facets = new int[FIRST_SLOTS];
        importance = new double[FIRST_SLOTS];
        createdAt = new long[FIRST_SLOTS];
        validFrom = new long[FIRST_SLOTS];
        validTo = new long[FIRST_SLOTS];
        knownFrom = new long[FIRST_SLOTS];
        knownTo = new long[FIRST_SLOTS];
    }

    private RecordChunk(RecordChunk other, int capacity, long epoch) {
        this.epoch = epoch;
        records = Arrays.copyOf(other.records, capacity);
        ordinals = Arrays.copyOf(other.ordinals, capacity);
        facets = Arrays.copyOf(other.facets, capacity);
        importance = Arrays.copyOf(other.importance, capacity);
        createdAt = Arrays.copyOf(other.createdAt, capacity);
        validFrom = Arrays.copyOf(other.validFrom, capacity);
        validTo = Arrays.copyOf(other.validTo, capacity);
        knownFrom = Arrays.copyOf(other.knownFrom, capacity);
        knownTo = Arrays.copyOf(other.knownTo, capacity);
    }

    RecordChunk copy(long inEpoch) {
        return new RecordChunk(this, capacity(), inEpoch);
    }

    RecordChunk grown(long inEpoch) {
        return new RecordChunk(this, Math.min(SLOTS, 2 * capacity()), inEpoch);
    }

    int capacity() {
        return records.length;
    }

    void set(int at, long ordinal, MemoryRecord record, int facet) {
        records[at] = record;
        ordinals[at] = ordinal;
        facets[at] = facet;
        importance[at] = record.importance();
        createdAt[at] = millis(record.createdAt());
        validFrom[at] = millis(record.validFrom());
        validTo[at] = record.validTo() == null ? NEVER : millis(record.validTo());
        knownFrom[at] = millis(record.knownFrom());
        knownTo[at] = record.knownTo() == null ? NEVER : millis(record.knownTo());
    }

    void clear(int at) {
        records[at] = null;
        facets[at] = Facets.NONE;
    }

    long bytes() {
        return (long) BYTES_PER_SLOT * capacity();
    }

    /** Milliseconds since the epoch, rounded down; of instants out of range the nearest in it. */
    static long millis(Instant instant) {
        long second = instant.getEpochSecond();
        if (Math.abs(second) > FARTHEST / 1000 - 1) {
            return second > 0 ? FARTHEST : -FARTHEST;
        }
        return second * 1000 + instant.getNano() / 1_000_000;
    }
}
