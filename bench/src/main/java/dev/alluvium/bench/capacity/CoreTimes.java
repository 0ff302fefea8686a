package dev.alluvium.bench.capacity;

import static dev.alluvium.bench.system.Percentiles.rounded;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.bench.cluster.ClusterProcess;
import dev.alluvium.bench.cluster.Vitals;
import dev.alluvium.state.json.Json;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the processes of each role use of the cores from now on. */
final class CoreTimes {

    private final List<ClusterProcess> processes;
    private final Map<String, Long> before;

    CoreTimes(List<ClusterProcess> processes) throws IOException {
        this.processes = processes;
        before = now();
    }

    private Map<String, Long> now() throws IOException {
        Map<String, Long> times = new TreeMap<>();
        for (ClusterProcess process : processes) {
            String role = process.name().replaceAll("-\\d+$", "");
            times.merge(role, Vitals.of(process.pid()).coreMillis(), Long::sum);
        }
        return times;
    }

    /** Microseconds of a core for each of so many. */
    ObjectNode each(long count) throws IOException {
        ObjectNode json = Json.object();
        now().forEach(
                        (role, millis) ->
                                json.put(
                                        role + "_us",
                                        rounded((millis - before.get(role)) * 1_000.0 / count)));
        return json;
    }
}
