package dev.alluvium.query.read;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import java.util.ArrayList;
import java.util.List;

/**
 * How far each memory must have applied the log for this server's reads to see this server's
 * writes: the last position acknowledged here. Bounded; of a memory that was written long ago there
 * is nothing left to wait for. Any thread notes and reads.
 */
public final class Barriers {

    private static final long MAX_MEMORIES = 1_000_000;

    /** What a memory takes here with its names and the cache's own: so much of the heap at most. */
    private static final long BYTES_EACH = 300;

    private static final int SHARE_OF_HEAP = 8;

    private final Cache<MemoryId, Position> appended =
            Caffeine.newBuilder().maximumSize(most(Runtime.getRuntime().maxMemory())).build();

    /** How many memories are remembered in a heap of so many bytes. */
    static long most(long heapBytes) {
        return Math.min(MAX_MEMORIES, heapBytes / SHARE_OF_HEAP / BYTES_EACH);
    }

    public void appended(MemoryId memory, Position position) {
        appended.asMap().merge(memory, position, Barriers::later);
    }

    /**
     * What a read must see: the later, per partition, of this server's last append and what the
     * caller asks for.
     */
    List<Position> of(MemoryId memory, List<Position> asked) {
        Position own = appended.getIfPresent(memory);
        if (own == null || asked.isEmpty()) {
            return own == null ? asked : List.of(own);
        }
        List<Position> all = new ArrayList<>();
        for (Position position : asked) {
            if (position.partition() == own.partition()) {
                own = later(own, position);
            } else {
                all.add(position);
            }
        }
        all.add(own);
        return all;
    }

    /** Of two positions of one partition the one further on; of two partitions the newer note. */
    private static Position later(Position noted, Position newer) {
        return noted.partition() == newer.partition() && noted.offset() > newer.offset()
                ? noted
                : newer;
    }
}
