package dev.alluvium.state.tool;

import dev.alluvium.state.MemoryId;
import dev.alluvium.state.graph.read.When;
import dev.alluvium.state.option.MemoryOptions;
import java.time.Instant;
import java.util.function.Function;

/**
 * Who calls a tool, and what the call needs of its surroundings.
 *
 * @param idempotencyKey makes a repeat a no-op, or null
 * @param now the caller's clock
 * @param defaults the process's options
 * @param embedding of a query over all that a memory holds; gives null for words alone
 * @param factEmbedding of a query over the graph; gives null for words alone
 */
public record ToolCaller(
        MemoryId memory,
        String idempotencyKey,
        Instant now,
        MemoryOptions defaults,
        Function<String, float[]> embedding,
        Function<String, float[]> factEmbedding) {

    When when() {
        return When.now(now);
    }
}
