package dev.alluvium.operators.memory;

import dev.alluvium.models.embedding.Embedder;
import dev.alluvium.operators.serving.ServerSettings;
import dev.alluvium.state.option.Embedded;
import dev.alluvium.state.option.MemoryOptions;
import dev.alluvium.state.option.MemoryOptions.Setting;
import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the memory operator is set up with, as it travels in the job graph.
 *
 * @param registry the name of the {@link dev.alluvium.operators.serving.StateRegistry} its subtasks
 *     enter
 * @param options the process's memory options that differ from the defaults, by name
 * @param embedder the model that embeds, whose cosines are calibrated; or null for none
 * @param embedded what has vectors beside records
 * @param viewBudgetBytes heap for views in each process, over its subtasks; 0 is a share of its
 *     heap
 * @param nearBudgetBytes heap for near-duplicate indexes, likewise
 * @param server how other processes reach the subtasks; null where only this JVM asks
 */
public record MemorySettings(
        String registry,
        Map<String, String> options,
        Embedder embedder,
        Embedded embedded,
        long viewBudgetBytes,
        long nearBudgetBytes,
        ServerSettings server)
        implements Serializable {

    private static final double VIEW_SHARE = 0.40;
    private static final double NEAR_SHARE = 0.15;

    /** What one of so many subtasks of this process may use for views. */
    long viewBudget(int subtasks) {
        return share(viewBudgetBytes, VIEW_SHARE) / subtasks;
    }

    /** What one of so many subtasks of this process may use for near-duplicate indexes. */
    long nearBudget(int subtasks) {
        return share(nearBudgetBytes, NEAR_SHARE) / subtasks;
    }

    /** The heap is that of the process that asks: on a cluster not the one that made the job. */
    private static long share(long given, double otherwise) {
        return given > 0 ? given : (long) (Runtime.getRuntime().maxMemory() * otherwise);
    }

    /** These, for rows that nobody asks a model about. */
    MemorySettings withoutDistilling() {
        Map<String, String> others = new LinkedHashMap<>(options);
        others.remove(Setting.DISTILL_COUNT.key());
        others.remove(Setting.DISTILL_GAP_SECONDS.key());
        return new MemorySettings(
                registry, others, embedder, embedded, viewBudgetBytes, nearBudgetBytes, server);
    }

    MemoryOptions memoryOptions() {
        return MemoryOptions.DEFAULTS.with(options);
    }
}
