package dev.alluvium.bench.cluster;

/**
 * One process of a cluster, as {@code alluvium cluster status} tells of it.
 *
 * @param address where it answers; empty where others need not know
 */
public record ClusterProcess(String name, long pid, String address) {

    public boolean isTaskManager() {
        return name.startsWith("taskmanager");
    }

    public boolean isQueryApi() {
        return name.startsWith("query-api");
    }
}
