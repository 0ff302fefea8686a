package dev.alluvium.cli.processes;

import dev.alluvium.job.option.AlluviumOptions;
import dev.alluvium.job.option.Settings;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.flink.configuration.MemorySize;

/**
 * What a user asks of a cluster: what is null is left to the plan it has, or to the defaults.
 *
 * @param flink options of Flink itself
 * @param savepoint to start from
 */
record PlanRequest(
        Settings settings,
        Integer taskManagers,
        Integer queryApis,
        String heap,
        String apiHeap,
        Map<String, String> flink,
        Path savepoint) {

    private static final int MANY = 2;
    private static final int MOST = 64;
    private static final String HEAP = "512m";
    private static final String API_HEAP = "384m";
    private static final MemorySize LEAST_HEAP = MemorySize.ofMebiBytes(256);

    /** Options whose values are not shown. */
    private static final Pattern MAY_HOLD_KEYS = Pattern.compile(".*(config|secret).*");

    /** Options that the processes are told in another way. */
    private static final List<String> NOT_WRITTEN =
            List.of("parallelism", "checkpoint_interval", "rocksdb_memory", "port");

    PlanRequest {
        range("--taskmanagers", taskManagers);
        range("--query-apis", queryApis);
        size("--heap", heap);
        size("--api-heap", apiHeap);
        for (String other : new String[] {"kafka", "state_server.secret"}) {
            if (!settings.source(other).equals("default")) {
                throw new IllegalArgumentException(
                        "option %s (%s) has no place here: the cluster has its own; leave it out"
                                .formatted(other, settings.source(other)));
            }
        }
    }

    private static void range(String name, Integer count) {
        if (count != null && (count < 1 || count > MOST)) {
            throw new IllegalArgumentException(
                    "%s %d is not in [1, %d]".formatted(name, count, MOST));
        }
    }

    private static void size(String name, String size) {
        if (size != null && MemorySize.parse(size).compareTo(LEAST_HEAP) < 0) {
            throw new IllegalArgumentException(
                    "%s %s is below %s: the process needs more"
                            .formatted(name, size, LEAST_HEAP.toHumanReadableString()));
        }
    }

    /** A new plan, on ports that are free now. */
    Plan plan() throws IOException {
        int managers = Objects.requireNonNullElse(taskManagers, MANY);
        int parallelism =
                isDefault(AlluviumOptions.PARALLELISM.key())
                        ? Math.min(managers, settings.get(AlluviumOptions.PARTITIONS))
                        : settings.get(AlluviumOptions.PARALLELISM);
        String host = settings.get(AlluviumOptions.HOST);
        try (Ports ports = new Ports()) {
            List<Integer> apiPorts = new ArrayList<>();
            for (int i = 0; i < Objects.requireNonNullElse(queryApis, MANY); i++) {
                apiPorts.add(apiPort(ports, host, i));
            }
            return new Plan(
                    ports.any("127.0.0.1"),
                    ports.any("127.0.0.1"),
                    ports.any("127.0.0.1"),
                    host,
                    apiPorts,
                    managers,
                    parallelism,
                    jvm(Objects.requireNonNullElse(heap, HEAP)),
                    jvm(Objects.requireNonNullElse(apiHeap, API_HEAP)),
                    given(),
                    flink,
                    savepoint);
        }
    }

    private int apiPort(Ports ports, String host, int index) {
        int first = settings.get(AlluviumOptions.PORT);
        if (first == 0) {
            return ports.any(host);
        }
        return isDefault(AlluviumOptions.PORT.key())
                ? ports.preferably(host, first + index)
                : ports.exactly(host, first + index);
    }

    /** A size as the JVM reads it. */
    private static String jvm(String size) {
        return MemorySize.parse(size).getKibiBytes() + "k";
    }

    private boolean isDefault(String option) {
        return settings.source(option).equals("default");
    }

    /** The options that were set; where everything is kept is known without them. */
    private Map<String, String> given() {
        Map<String, String> given = settings.given();
        given.remove(AlluviumOptions.DATA.key());
        return given;
    }

    /**
     * Refuses to go on with a running cluster of which something else is asked.
     *
     * @throws IllegalStateException naming what differs
     */
    void refuseOther(Plan running) {
        List<String> other = new ArrayList<>();
        compare(other, "TaskManagers", taskManagers, running.taskManagers());
        compare(other, "query-apis", queryApis, running.apiPorts().size());
        compare(other, "heap", heap == null ? null : jvm(heap), running.heap());
        compare(other, "api-heap", apiHeap == null ? null : jvm(apiHeap), running.apiHeap());
        Map<String, String> given = new TreeMap<>(given());
        compare(
                other,
                "parallelism",
                given.remove(AlluviumOptions.PARALLELISM.key()),
                Integer.toString(running.parallelism()));
        given.forEach((name, value) -> compare(other, name, value, running.options().get(name)));
        flink.forEach((name, value) -> compare(other, name, value, running.flink().get(name)));
        compare(other, "from-savepoint", savepoint, running.savepoint());
        if (!other.isEmpty()) {
            throw new IllegalStateException(
                    "the cluster runs with other settings (%s): alluvium cluster down first, or leave them out to start what has died"
                            .formatted(String.join(", ", other)));
        }
    }

    private static void compare(List<String> other, String what, Object asked, Object running) {
        if (asked != null && !asked.equals(running)) {
            other.add(
                    MAY_HOLD_KEYS.matcher(what).matches()
                            ? "another " + what
                            : "%s %s, not %s"
                                    .formatted(what, running == null ? "unset" : running, asked));
        }
    }

    /** Writes the options that all processes read. */
    void writeOptions(ClusterFiles files, Plan plan) throws IOException {
        Properties options = new Properties();
        options.putAll(given());
        NOT_WRITTEN.forEach(options::remove);
        options.put("data", files.data().toString());
        options.put("kafka", plan.kafka());
        options.putIfAbsent("state_server.ports", "0");
        options.putIfAbsent("state_server.bind_host", "127.0.0.1");
        options.putIfAbsent("state_server.advertised_host", "127.0.0.1");
        options.putIfAbsent("state_server.secret_file", files.secret().toString());
        StringWriter written = new StringWriter();
        options.store(written, null);
        ClusterFiles.writeOwn(files.options(), written.toString());
    }
}
