package dev.alluvium.operators.serving;

import dev.alluvium.state.MemoryId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;

/**
 * Where the subtasks of the job that run in this JVM are found by those who ask them. Named, so
 * that several systems can live in one JVM; subtasks enter when they open and leave when they
 * close.
 */
public final class StateRegistry {

    private static final Map<String, StateRegistry> REGISTRIES = new ConcurrentHashMap<>();

    private final Map<Integer, SubtaskState> subtasks = new ConcurrentHashMap<>();

    private StateServer server;
    private int served;

    private StateRegistry() {}

    public static StateRegistry of(String name) {
        return REGISTRIES.computeIfAbsent(name, n -> new StateRegistry());
    }

    /** Forgets a registry whose system has ended. */
    public static void remove(String name) {
        REGISTRIES.remove(name);
    }

    void enter(SubtaskState subtask) {
        subtasks.put(subtask.index(), subtask);
    }

    /** Takes out this very subtask; a successor that has entered meanwhile stays. */
    void leave(SubtaskState subtask) {
        subtasks.remove(subtask.index(), subtask);
    }

    /** The subtask that owns a memory, or null while it is not running. */
    SubtaskState owner(MemoryId memory) {
        SubtaskState any = any();
        if (any == null) {
            return null;
        }
        int index =
                KeyGroupRangeAssignment.assignKeyToParallelOperator(
                        memory.key(), any.maxParallelism(), any.parallelism());
        return subtasks.get(index);
    }

    /** The server that answers for all subtasks here; started by the first that wants one. */
    synchronized StateServer startServer(ServerSettings settings) {
        if (served == 0) {
            server = new StateServer(settings, this);
        }
        served++;
        return server;
    }

    /** Stops the server after the last subtask that wanted it. */
    synchronized void stopServer() {
        if (--served == 0) {
            server.close();
            server = null;
        }
    }

    Iterable<SubtaskState> all() {
        return subtasks.values();
    }

    /** Whether every subtask is running. */
    boolean complete() {
        SubtaskState any = any();
        return any != null && subtasks.size() == any.parallelism();
    }

    private SubtaskState any() {
        for (SubtaskState subtask : subtasks.values()) {
            return subtask;
        }
        return null;
    }
}
