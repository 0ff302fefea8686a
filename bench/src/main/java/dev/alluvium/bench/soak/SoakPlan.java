package dev.alluvium.bench.soak;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.json.Json;
import java.time.Duration;
import java.util.List;

/**
 * What is done to the cluster.
 *
 * @param length of the load
 * @param perSecond steps, over all workers
 * @param workers threads that take steps
 * @param memories that are written to and read, of which the first few are hot
 * @param viewBudget of each TaskManager, so small that views come and go
 * @param seed of all that is generated
 */
record SoakPlan(
        Duration length, int perSecond, int workers, int memories, String viewBudget, long seed) {

    /** These take half of all steps. */
    static final int HOT = 4;

    /** What is kept of each memory; beyond it the oldest is deleted. */
    static final int HOT_ITEMS = 400;

    static final int COLD_ITEMS = 40;

    /** Turns kept by the memory's own retention. */
    static final int TURNS = 100;

    SoakPlan {
        if (memories <= HOT || perSecond < 1 || workers < 1) {
            throw new IllegalArgumentException(
                    "%d memories, %d steps a second, %d workers: give more than %d, and one at least"
                            .formatted(memories, perSecond, workers, HOT));
        }
    }

    static int items(int memory) {
        return memory < HOT ? HOT_ITEMS : COLD_ITEMS;
    }

    /** Arguments of {@code cluster up}. */
    List<String> cluster() {
        return List.of(
                "--taskmanagers", "2", "--query-apis", "2", "--set", "view_budget=" + viewBudget);
    }

    ObjectNode toJson() {
        return Json.object()
                .put("minutes", length.toSeconds() / 60.0)
                .put("steps_per_s", perSecond)
                .put("workers", workers)
                .put("memories", memories)
                .put("hot_memories", HOT)
                .put("view_budget", viewBudget)
                .put("seed", seed);
    }
}
