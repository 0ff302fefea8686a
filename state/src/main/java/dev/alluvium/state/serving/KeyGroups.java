package dev.alluvium.state.serving;

import dev.alluvium.state.MemoryId;
import org.apache.flink.util.MathUtils;

/**
 * Which group of keys a memory falls into, as Flink's {@code KeyGroupRangeAssignment} assigns it.
 * Written here so that those who ask need no Flink runtime; a test holds both together.
 */
public final class KeyGroups {

    private KeyGroups() {}

    public static int of(MemoryId memory, int maxParallelism) {
        return MathUtils.murmurHash(memory.key().hashCode()) % maxParallelism;
    }
}
