package dev.alluvium.operators.memory;

import dev.alluvium.operators.serving.ServerSettings;
import dev.alluvium.state.option.MemoryOptions;
import java.io.Serializable;
import java.util.Map;

/**
 * What the memory operator is set up with, as it travels in the job graph.
 *
 * @param registry the name of the {@link dev.alluvium.operators.serving.StateRegistry} its subtasks
 *     enter
 * @param options the process's memory options that differ from the defaults, by name
 * @param embedder the model that embeds, whose cosines are calibrated; or null for none
 * @param viewBudgetBytes heap for views, over all subtasks
 * @param nearBudgetBytes heap for near-duplicate indexes, over all subtasks
 * @param server how other processes reach the subtasks; null where only this JVM asks
 */
public record MemorySettings(
        String registry,
        Map<String, String> options,
        String embedder,
        long viewBudgetBytes,
        long nearBudgetBytes,
        ServerSettings server)
        implements Serializable {

    MemoryOptions memoryOptions() {
        return MemoryOptions.DEFAULTS.with(options);
    }
}
