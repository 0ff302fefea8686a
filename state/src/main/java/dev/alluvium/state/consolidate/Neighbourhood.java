package dev.alluvium.state.consolidate;

import dev.alluvium.state.record.MemoryRecord;

/**
 * What consolidation may ask about the records already there: those of the memory and those added
 * by the same batch.
 */
public interface Neighbourhood {

    /** One version of a record, or null. */
    MemoryRecord record(long ordinal);

    /** Its unit-norm vector, or null. */
    float[] vector(long ordinal);

    /** Current records, of memory and batch, whose text has this fingerprint. */
    long[] withFingerprint(String fingerprint);

    /** Records of the memory that are probably near, nearest first. */
    long[] near(float[] unit, double minCosine, int limit);

    /** Records that the same batch added whose cosine may be at least {@code minCosine}. */
    long[] nearInBatch(float[] unit, double minCosine);
}
