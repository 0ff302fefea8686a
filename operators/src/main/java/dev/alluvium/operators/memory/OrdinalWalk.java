package dev.alluvium.operators.memory;

import java.util.Iterator;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.flink.api.common.state.MapState;

/**
 * Walks the rows of one memory in the order of their ordinals, while others are written in between.
 *
 * <p>RocksDB's map iterator fetches a batch at a time and goes on by seeking the entry it gave last
 * and stepping over it. If that entry was deleted meanwhile, the seek ends at the one after, which
 * is stepped over instead. So where a gap follows a row that is no more, the walk looks into it.
 */
final class OrdinalWalk {

    private final MapState<Long, byte[]> rows;
    private final LongSupplier nextOrdinal;
    private final Iterator<Map.Entry<Long, byte[]>> iterator;
    private Map.Entry<Long, byte[]> behindGap;
    private long last = -1;

    /**
     * @param nextOrdinal the ordinal that the next row of the memory will get
     */
    OrdinalWalk(MapState<Long, byte[]> rows, LongSupplier nextOrdinal) throws Exception {
        this.rows = rows;
        this.nextOrdinal = nextOrdinal;
        this.iterator = rows.iterator();
    }

    /** The next row, or null at the end. The memory's key must be the current one. */
    Map.Entry<Long, byte[]> next() throws Exception {
        Map.Entry<Long, byte[]> found = behindGap;
        behindGap = null;
        if (found == null && iterator.hasNext()) {
            found = iterator.next();
        }
        Map.Entry<Long, byte[]> missed =
                steppedOver(found == null ? nextOrdinal.getAsLong() : found.getKey());
        if (missed != null) {
            behindGap = found;
            found = missed;
        }
        if (found != null) {
            last = found.getKey();
        }
        return found;
    }

    private Map.Entry<Long, byte[]> steppedOver(long end) throws Exception {
        if (last < 0 || last + 1 >= end || rows.contains(last)) {
            return null;
        }
        for (long ordinal = last + 1; ordinal < end; ordinal++) {
            byte[] row = rows.get(ordinal);
            if (row != null) {
                return Map.entry(ordinal, row);
            }
        }
        return null;
    }
}
